"""The companion as a process: the thread of the eye, the table of the pages, and the wiring."""
