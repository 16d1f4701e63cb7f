# The page on the table's own access point, opened by phones before the table has a network.
dashboard-wifi-title = The table’s Wi-Fi
dashboard-wifi-text = The table has no network yet. Choose the Wi-Fi that your phones use.
dashboard-wifi-networks = Wi-Fi in reach
dashboard-wifi-none = No Wi-Fi was found. Type its name below.
dashboard-wifi-signal = Strength { $percent } %
dashboard-wifi-is-open = no password
dashboard-wifi-is-company = personal login
dashboard-wifi-typed = Not in the list? Its name
dashboard-wifi-password = Its password
dashboard-wifi-country = Country
dashboard-wifi-join = Join now
dashboard-wifi-then = Then open on this phone
dashboard-wifi-joining-title = The table joins { $name }
dashboard-wifi-joining-phone = This network goes away. Connect this phone to { $name } again.
dashboard-wifi-joining-open = In a minute open
dashboard-wifi-joining-code = It asks for a code:
dashboard-wifi-joining-failed = If the network “Table Companion” comes back, it did not work. Connect to it again: the page says why.
dashboard-wifi-no-network = Choose a Wi-Fi, or type its name.
dashboard-wifi-name-wrong = No Wi-Fi has that name. Type it as your phone shows it.
dashboard-wifi-password-wrong = A Wi-Fi password has 8 to 63 letters. Type it again.
dashboard-wifi-no-country = Choose the country you are in.
dashboard-wifi-company = That Wi-Fi asks each person to log in; the table cannot. Choose another.
dashboard-wifi-wrong-password = { $name } did not accept the password. Type it again.
dashboard-wifi-not-in-reach = { $name } was not found. Is its name right, and is it switched on?
dashboard-wifi-no-address = { $name } gave the table no address. Switch your router off and on, then try again.
dashboard-wifi-refused = { $name } could not be joined. Try again, or move the table nearer to your router.

# The printed card of a table without a screen.
door-card-title = Table Companion
door-card-open = 1. Open on a phone
door-card-code = 2. Code for the first phone
door-card-no-code = 2. The code stands on the Wi-Fi page
door-card-wifi = No Wi-Fi yet? Join this network first
door-card-network = Network
door-card-password = Password
