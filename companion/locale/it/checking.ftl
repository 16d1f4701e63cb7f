# Quello che dice `companion check-reading`.

checking-begin = { $count ->
    [one] Mostratemi una carta.
   *[other] Mostratemi { $count } carte, una dopo l'altra, ognuna al posto della precedente. Ogni volta togliete la mano. b + Invio: l'ultima carta era sbagliata; q + Invio: fine.
}
checking-show = { $number } di { $count }: mostrate { $face }.
checking-right = { $face }: letta bene.
checking-asked = { $face }: ve l'avrei chiesta.
checking-wrong = Ho letto { $seen } invece di { $face }. Se avete mostrato un'altra carta, scrivete b e premete Invio.
checking-missed = { $face }: nessuna carta trovata.
checking-again = { $face } ancora una volta, per favore: { $reason ->
    [several] vedo più carte; lasciatene una sola nell'immagine.
   *[other] non vedo dove finisce la carta; posatela da sola e togliete la mano.
}

checking-grade-good = Bene: su questo tavolo si può giocare.
checking-grade-fair = Discreto: su questo tavolo si può giocare, ma il companion chiederà spesso.
checking-grade-poor = Non va: cambiate quanto indicato qui sotto, poi riprovate.
checking-counts = Su { $count } carte: { $right } lette bene, { $asked } da chiedere, { $wrong } lette male, { $missed } non trovate.
checking-misread = { $face }: è stata letta come { $seen }.
checking-width = Nell'immagine una carta è larga { $width } pixel, la più stretta { $least }. Ne servono almeno 75.
checking-light = La luminosità dell'immagine è { $brightness } su 255, la sfocatura { $blur } su 100.

checking-advice-nearer = Avvicinate la telecamera o scegliete una risoluzione più alta: nell'immagine le carte sono troppo piccole.
checking-advice-more-light = Accendete un'altra lampada, sopra il tavolo e non alle spalle dei giocatori.
checking-advice-less-light = L'immagine è troppo chiara: abbassate la lampada o accorciate l'esposizione.
checking-advice-glare = Una lampada si riflette nelle carte: spostate di lato la lampada o la telecamera.
checking-advice-focus = L'immagine non è nitida: mettete a fuoco la telecamera sul tavolo e fissate il suo sostegno.
checking-advice-fix-exposure = La luminosità cambia da un'immagine all'altra: fissate esposizione e bilanciamento del bianco, e riparate il tavolo dalla luce del giorno.
checking-advice-outline = Alcune carte non sono state trovate: usate un tavolo o un tappetino più scuro o più chiaro delle carte, senza disegni.
checking-advice-enrol-again = Alcune carte sono state lette male: mostratele di nuovo con companion enrol, sotto questa lampada.
checking-advice-frames = Non c'è nulla da cambiare: in partita il companion guarda ogni carta più volte e chiede meno.
