# Che cosa si dice del registro e di altro che sta sul disco quando il programma parte.
journal-damaged = Il registro era danneggiato. I suoi file sono stati messi da parte, tutti insieme, in { $aside }.
journal-saved = Salvate: { $matches } partite con { $entries } voci.
journal-shortened = { $lost } di { $of } voci della partita { $match } sono perse (numero { $which }): la partita è alla voce { $kept }. Guardate il tavolo e inserite quel che manca.
journal-lost = La partita { $match } è persa, con { $entries } voci: il suo inizio non si può leggere. Ricominciatela, se volete dalla posizione che c'è sul tavolo.
journal-too-new = Il registro è di una versione più nuova di questo programma. I suoi file sono stati messi da parte, tutti insieme, in { $aside }, e ne è cominciato uno vuoto. Per riprendere le sue partite installate quella versione.
journal-in-reserve = Il disco è pieno o non si può scrivere. La partita va avanti, e ciò che arriva va nella seconda copia del registro: fate spazio sul disco.
journal-in-memory = Sul disco non si può scrivere. La partita va avanti solo in memoria, e ciò che arriva si perde se va via la corrente: fate spazio sul disco, o rendetelo scrivibile.
journal-damaged-there = Il registro { $path } è danneggiato, e non si è potuto riparare né mettere da parte. Va avanti ciò che se ne può leggere; sarà riparato quando il programma parte e il disco si può scrivere.
aside-journal = { $name } non si è potuto leggere. È stato messo da parte come { $aside }.
aside-taken-up = Non si è potuto leggere quale vecchia partita avevate ripreso: continua l'ultima. L'altra si può riprendere dall'elenco. Il file è in { $aside }.
journal-torn = L'ultima scrittura nel registro è stata interrotta, come quando si stacca la spina: guardate se c'è l'ultima carta.
journal-parts = Il file principale del registro manca o è vuoto, ma gli altri ci sono. Sono stati messi da parte in { $aside }; se avete spostato il file principale, rimettetelo insieme a loro.
journal-missing = Il registro { $path } manca o è vuoto, ma c'è una copia con { $matches } partite. Per riprenderla, fermate il programma e scrivete: cp "{ $backup }" "{ $path }"
journal-caught-up = Mentre il disco era pieno { $entries } voci sono state scritte solo nella seconda copia del registro: ora ci sono anche nel registro.
journal-mirror = La seconda copia del registro mancava o era danneggiata e viene riscritta: guardate se c'è l'ultima carta.
journal-other-mirror = La seconda copia del registro era di altre partite. È stata messa da parte in { $aside } e viene riscritta.
journal-no-backup = La copia di oggi del registro non è riuscita: { $reason }
left-out = { $count ->
    [one] Una mossa salvata di questa partita non si può leggere ed è lasciata fuori: guardate il tavolo e inserite ciò che manca.
   *[other] { $count } mosse salvate di questa partita non si possono leggere e sono lasciate fuori: guardate il tavolo e inserite ciò che manca.
}
