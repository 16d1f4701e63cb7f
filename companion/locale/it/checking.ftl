# Quello che dice `companion check-reading`.

checking-begin = { $count ->
    [one] Mostrami una carta.
   *[other] Mostrami { $count } carte, una dopo l’altra, ognuna al posto della precedente. Ogni volta togli la mano. b + Invio: l’ultima carta era sbagliata; q + Invio: fine.
}
checking-show = { $number } di { $count }: mostra { $face }.
checking-right = { $face }: letta bene.
checking-asked = { $face }: te l’avrei chiesta.
checking-wrong = Ho letto { $seen } invece di { $face }. Se hai mostrato un’altra carta, scrivi b e premi Invio.
checking-missed = { $face }: nessuna carta trovata.
checking-again = { $face } ancora una volta, per favore: { $reason ->
    [several] vedo più carte; lasciane una sola nell’immagine.
   *[other] non vedo dove finisce la carta; posala da sola e togli la mano.
}

checking-grade-good = Bene: su questo tavolo si può giocare.
checking-grade-fair = Discreto: su questo tavolo si può giocare, ma il companion chiederà spesso.
checking-grade-poor = Non va: cambia quanto indicato qui sotto, poi riprova.
checking-counts = Lette bene: { $right } su { $count }; da chiedere: { $asked }; lette male: { $wrong }; non trovate: { $missed }.
checking-misread = { $face }: è stata letta come { $seen }.
checking-width = Nell’immagine una carta è larga { $width } pixel, la più stretta { $least }. Ne servono almeno 75.
checking-light = La luminosità dell’immagine è { $brightness } su 255, la sfocatura { $blur } su 100.

checking-advice-nearer = Avvicina la telecamera o scegli una risoluzione più alta: nell’immagine le carte sono troppo piccole.
checking-advice-more-light = Accendi un’altra lampada, sopra il tavolo e non alle spalle dei giocatori.
checking-advice-less-light = L’immagine è troppo chiara: abbassa la lampada o accorcia l’esposizione.
checking-advice-glare = Una lampada si riflette nelle carte: sposta di lato la lampada o la telecamera.
checking-advice-focus = L’immagine non è nitida: metti a fuoco la telecamera sul tavolo e fissa il suo sostegno.
checking-advice-fix-exposure = La luminosità cambia da un’immagine all’altra: fissa esposizione e bilanciamento del bianco, e ripara il tavolo dalla luce del giorno.
checking-advice-outline = Alcune carte non sono state trovate: usa un tavolo o un tappetino più scuro o più chiaro delle carte, senza disegni.
checking-advice-enrol-again = Alcune carte sono state lette male: mostrale di nuovo con companion enrol, sotto questa lampada.
checking-advice-frames = Non c’è nulla da cambiare: in partita il companion guarda ogni carta più volte e chiede meno.
