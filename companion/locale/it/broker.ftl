# Quello che un tavolo racconta al suo club per mezzo di un broker, e la riga del dottore.

club-device-model = Arbitro sopra un tavolo da gioco
club-entity-game = Gioco
club-entity-turn = Turno
club-entity-cards-left = Carte rimaste
club-entity-match = Partita
club-entity-last-ruling = Ultima decisione
club-entity-foul = Fallo
club-entity-question = Domanda
club-entity-camera-fault = Guasto della telecamera
club-entity-online = In linea
club-entity-ruling = Decisione
club-entity-end-turn = Fine turno
club-entity-undo = Annulla

club-order-token = Questo ordine non porta il codice segreto del tavolo.
club-order-often = Troppi ordini insieme. Aspetta dieci secondi.
club-order-busy = Il tavolo è occupato. Riprova.

doctor-name-club = club
doctor-club-ok = { $broker } risponde; questo tavolo è { $table }
doctor-club-open = { $broker } risponde, ma niente è cifrato; questo tavolo è { $table }
doctor-club-open-advice = Usa mqtts:// se la rete è anche di altri
doctor-club-failed = { $broker } non riceve niente: { $reason }
doctor-club-advice = Guarda il club nella preparazione o in companion.toml, e il broker; quello che si gioca intanto arriva dopo
doctor-club-missing = Manca { $module }
doctor-club-missing-advice = Installa quello che serve a un club: di nuovo sudo systemd/install, o pip install table-companion[club]

setup-club = Questo tavolo racconta al club su { $broker }: { $table }
setup-club-none = Nessun club segue questo tavolo
setup-club-trying = Cerco { $broker } …
