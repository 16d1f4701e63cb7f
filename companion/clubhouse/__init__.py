"""The club's own service: takes in what tables send, keeps matches and results, shows every table live.

It needs the extra `table-companion[club]`. Tables talk to a broker, never to the club itself.
"""
