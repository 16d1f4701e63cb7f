# Che cosa si dice del registro e di altro che sta sul disco quando il programma parte.
journal-damaged = Il registro era danneggiato. I suoi file sono stati messi da parte, tutti insieme, in { $aside }.
journal-saved = Salvate: { $matches } partite con { $entries } voci.
journal-shortened = { $lost } di { $of } voci della partita { $match } sono perse (numero { $which }): si continua dalla voce { $kept }. Guarda il tavolo e aggiungi quel che manca.
journal-stands = Partita { $match }: l’ultima giocata conosciuta è { $played }, turno { $turn }. Se sul tavolo c’è altro, aggiungilo.
journal-stands-empty = Partita { $match }: non se ne conosce nessuna carta. Se sul tavolo ce ne sono, aggiungile.
journal-lost = La partita { $match } è persa, con { $entries } voci: il suo inizio non si può leggere. Ricominciala, se vuoi dalla posizione che c’è sul tavolo.
journal-too-new = Il registro è di una versione più nuova di questo programma. I suoi file sono stati messi da parte, tutti insieme, in { $aside }, e ne è cominciato uno vuoto. Per riprendere le sue partite installa quella versione.
journal-too-old = Non si mostrano più: { $matches }. Queste partite furono corrette con la prima versione. Le loro voci restano nel registro; `companion export` le scrive.
journal-in-reserve = Il disco è pieno o non si può scrivere. La partita va avanti, e ciò che arriva va nella seconda copia del registro: fai spazio sul disco.
journal-in-memory = Sul disco non si può scrivere. La partita va avanti solo in memoria, e ciò che arriva si perde se va via la corrente: fai spazio sul disco, o rendilo scrivibile.
journal-damaged-there = Il registro { $path } è danneggiato, e non si è potuto riparare né mettere da parte. Va avanti ciò che se ne può leggere; sarà riparato quando il companion parte e il disco si può scrivere.
aside-journal = { $name } non si è potuto leggere. È stato messo da parte come { $aside }.
aside-taken-up = Non si è potuto leggere quale vecchia partita avevi ripreso: continua l’ultima. L’altra si può riprendere dall’elenco. Il file è in { $aside }.
journal-torn = L’ultima scrittura nel registro è stata interrotta, come quando si stacca la spina: guarda se c’è l’ultima carta.
journal-parts = Il file principale del registro manca o è vuoto, ma gli altri ci sono. Sono stati messi da parte in { $aside }; se hai spostato il file principale, rimettilo insieme a loro.
journal-missing = Il registro { $path } manca o è vuoto, ma c’è una copia con { $matches } partite. Per riprenderla, ferma il companion e scrivi: cp "{ $backup }" "{ $path }"
journal-caught-up = Mentre il disco era pieno { $entries } voci sono state scritte solo nella seconda copia del registro: ora ci sono anche nel registro.
journal-mirror = La seconda copia del registro mancava o era danneggiata e viene riscritta: guarda se c’è l’ultima carta.
journal-mirror-unknown = La seconda copia del registro non c’è più, e con lei ciò che conta le sue voci: se qualcosa è perso, e quanto, non si può sapere. Guarda se c’è l’ultima carta.
journal-other-mirror = La seconda copia del registro era di altre partite. È stata messa da parte in { $aside } e viene riscritta.
journal-no-backup = La copia di oggi del registro non è riuscita: { $reason }
aside-phones = L’elenco dei telefoni non si è potuto leggere: ogni telefono entra di nuovo con il codice. Il file è in { $aside }.
aside-phones-part = L’elenco dei telefoni era danneggiato: vale ciò che se ne è letto, forse un telefono deve rientrare con il codice. Il file è in { $aside }.
aside-profile = Ciò che la preparazione del tavolo aveva trovato non si è potuto leggere: telecamera e mazzo sono quelli di companion.toml, finché non prepari di nuovo il tavolo. Il file è in { $aside }.
aside-certificate = Il certificato di questa pagina non si è potuto leggere. Ne è stato fatto uno nuovo: ogni browser chiede una volta se fidarsi. Il file è in { $aside }.
aside-practice = Il mazzo disegnato del tavolo virtuale non si è potuto leggere, e viene imparato di nuovo. Il file è in { $aside }.
aside-deck = Il mazzo { $name } non si è potuto leggere. Le carte si leggono senza: fallo imparare di nuovo. Il file è in { $aside }.
aside-decks = La cartella dei mazzi non si è potuta leggere: falli imparare di nuovo. È in { $aside }.
aside-board = Ciò che si sapeva del tuo tabellone ({ $name }) non si è potuto leggere: si usa quello classico, finché non fai imparare di nuovo il tuo. È in { $aside }.
aside-layouts = L’aspetto delle tue carte direzione ({ $name }) non si è potuto leggere: si impara di nuovo giocando. È in { $aside }.
aside-backup = Una copia del registro ({ $name }) non si è potuta leggere. Il registro è buono. È in { $aside }.
aside-backups = La cartella delle copie non si è potuta leggere: si fa una nuova copia. È in { $aside }.
aside-clip = Un replay ({ $name }) non si è potuto leggere. È in { $aside }.
aside-clips = La cartella dei replay non si è potuta leggere, e ricomincia da capo. È in { $aside }.
aside-club = Non si è potuto leggere quale club segue questo tavolo: non lo segue nessuno, finché non lo scegli di nuovo nella preparazione. Il file è in { $aside }.
aside-other = { $name } non si è potuto usare, e ricomincia da capo. È in { $aside }.
files-missing = C’erano all’ultima partenza e non ci sono più: { $names }. Ciò che contenevano ricomincia da capo; rimettili per riaverlo.
left-out = { $count ->
    [one] Una mossa salvata di questa partita non si può leggere ed è lasciata fuori: guarda il tavolo e aggiungi ciò che manca.
   *[other] { $count } mosse salvate di questa partita non si possono leggere e sono lasciate fuori: guarda il tavolo e aggiungi ciò che manca.
}
