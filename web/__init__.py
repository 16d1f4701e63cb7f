"""A view of the match becomes pages for phones.

app = create_app(table, text=text, language="en")  # a `Table` and a `Text`
with Server(app, port=8000) as server:
    print(server.url)
"""

from web.app import create_app
from web.door.access import Access, ByInvitation, OpenOnLoopback, is_loopback
from web.errors import AddressInUse, CommandRefused, UnguardedAddress, WebError
from web.table import Table, Text, View
from web.view import check_view
from web.wire.serve import Server

__all__ = [
    "Access",
    "AddressInUse",
    "ByInvitation",
    "CommandRefused",
    "OpenOnLoopback",
    "Server",
    "Table",
    "Text",
    "UnguardedAddress",
    "View",
    "WebError",
    "check_view",
    "create_app",
    "is_loopback",
]
