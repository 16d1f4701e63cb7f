"""The table's side of a club: what leaves the table over MQTT, what may come in, and the forms that both sides share.

Nothing here is imported at a table without `[club]` in companion.toml: paho and msgspec come with the extra
`table-companion[club]`.
"""
