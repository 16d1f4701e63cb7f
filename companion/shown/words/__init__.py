"""Words for people: texts of the catalogues, dates, and the names of piles and spaces."""
