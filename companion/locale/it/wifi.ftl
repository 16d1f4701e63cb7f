# The page on the table's own access point, opened by phones before the table has a network.
dashboard-wifi-title = Il Wi-Fi del tavolo
dashboard-wifi-text = Il tavolo non ha ancora una rete. Scegli il Wi-Fi che usano i telefoni.
dashboard-wifi-networks = Wi-Fi nei dintorni
dashboard-wifi-none = Nessun Wi-Fi trovato. Scrivi il suo nome qui sotto.
dashboard-wifi-signal = Segnale { $percent } %
dashboard-wifi-is-open = senza password
dashboard-wifi-is-company = accesso personale
dashboard-wifi-typed = Non è nell’elenco? Il suo nome
dashboard-wifi-password = La sua password
dashboard-wifi-country = Paese
dashboard-wifi-join = Collega ora
dashboard-wifi-then = Poi apri su questo telefono
dashboard-wifi-joining-title = Il tavolo si collega a { $name }
dashboard-wifi-joining-phone = Questa rete sparisce. Ricollega il telefono a { $name }.
dashboard-wifi-joining-open = Fra un minuto apri
dashboard-wifi-joining-code = Chiede un codice:
dashboard-wifi-joining-failed = Se la rete «Table Companion» ritorna, non è andata. Collegati di nuovo: la pagina dice perché.
dashboard-wifi-no-network = Scegli un Wi-Fi, o scrivi il suo nome.
dashboard-wifi-name-wrong = Nessun Wi-Fi si chiama così. Scrivilo come lo mostra il telefono.
dashboard-wifi-password-wrong = La password di un Wi-Fi ha da 8 a 63 lettere. Scrivila di nuovo.
dashboard-wifi-no-country = Scegli il paese in cui sei.
dashboard-wifi-company = Quel Wi-Fi chiede un accesso personale: il tavolo non può. Scegline un altro.
dashboard-wifi-wrong-password = { $name } non ha accettato la password. Scrivila di nuovo.
dashboard-wifi-not-in-reach = { $name } non si trova. Il nome è giusto? È acceso?
dashboard-wifi-no-address = { $name } non ha dato un indirizzo al tavolo. Spegni e riaccendi il router, poi riprova.
dashboard-wifi-refused = { $name } non si è lasciato collegare. Riprova, o avvicina il tavolo al router.

# The printed card of a table without a screen.
door-card-title = Table Companion
door-card-open = 1. Apri su un telefono
door-card-code = 2. Codice per il primo telefono
door-card-no-code = 2. Il codice è nella pagina del Wi-Fi
door-card-wifi = Ancora senza Wi-Fi? Prima unisciti a questa rete
door-card-network = Rete
door-card-password = Password
