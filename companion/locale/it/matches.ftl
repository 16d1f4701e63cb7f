# Le partite accanto a quella sul tavolo: quella lasciata, la prossima.

match-left = { $title }, turno { $turn }
once-more = Ancora { $title }
next-match = La prossima: { $title }
