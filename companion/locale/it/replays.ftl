# Quello che ha visto la telecamera prima di una decisione
dashboard-show-me = Rivedi
dashboard-clip-title = Com’è andata
dashboard-clip-play = Avvia
dashboard-clip-pause = Pausa
dashboard-clip-back = Un passo indietro
dashboard-clip-on = Un passo avanti
dashboard-clip-slow = Metà velocità
dashboard-clip-marks = Che cosa è stato letto
dashboard-clip-where = Punto del replay
dashboard-clip-before = { $seconds } s prima della decisione
dashboard-clip-at = Al momento della decisione
dashboard-clip-hand-over = Una mano sopra: { $places }
dashboard-clip-read = Letto: { $what }
dashboard-clip-nothing-new = Niente di nuovo è stato letto.
dashboard-clip-reading = In lettura: { $places }
dashboard-clip-picture = Il tavolo visto dall’alto
dashboard-clip-keep = Conserva questo replay
dashboard-clip-kept = Conservato. Tocca per lasciarlo andare
dashboard-clip-keep-means = Quello che nessuno conserva sparisce quando la partita seguente è cominciata. Si registra solo il tappetino, e lo vedono solo i telefoni di questo tavolo.
dashboard-clip-gone = Quel replay non c’è più.
clip-not-written = Non è stato possibile conservare il replay: { $reason }. Fai spazio sul disco e riprova.

# Quello che si è giocato
replay-entries = { $count ->
    [one] { $count } voce
   *[other] { $count } voci
}
dashboard-history = Serate passate
dashboard-history-left = Carte rimaste, partita per partita
dashboard-history-backward = Mosse al contrario, partita per partita
dashboard-history-named = Domande e letture sbagliate, partita per partita
dashboard-history-by-match = Per partita: { $values }
dashboard-history-honest = Dalle mosse di ogni partita, al massimo le ultime 30. «Dette da una persona»: le risposte alla telecamera e le carte inserite a mano.
dashboard-tally-left = Carte rimaste
dashboard-tally-laid = Carte giocate
dashboard-tally-backward = Mosse al contrario
dashboard-tally-fouls = Mosse non valide
dashboard-tally-named = Dette da una persona
dashboard-tally-misread = Letture corrette
dashboard-rating = Risultato
dashboard-export = Esporta
dashboard-table-then = Il tavolo, passo { $step } di { $steps }
dashboard-afterwards = Com’è andata la partita

# What players and groups have won, over the evenings
dashboard-statistics = Giocatori e gruppi
dashboard-statistics-players = Giocatori
dashboard-statistics-groups = Gruppi
dashboard-statistics-none = Qui non c’è ancora nessuno: gioca una partita fino alla fine, con i nomi di chi gioca.
dashboard-statistics-more = { $count ->
    [one] Una partita più vecchia non è ancora contata: contala ora
   *[other] { $count } partite più vecchie non sono ancora contate: contane altre
}
dashboard-statistics-honest = Le partite finite, di chi ha un nome. Le maiuscole non contano.
dashboard-record-matches = Partite
dashboard-record-won = Vinte
dashboard-record-fewest = Meno carte rimaste
dashboard-record-streak = Più vittorie di fila
dashboard-record-running = Vittorie di fila ora
