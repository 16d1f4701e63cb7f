# The Game Extreme. Ciò che ha in comune con The Game si dice con le stesse parole.

extreme-not-above = { the_game-not-above }
extreme-not-below = { the_game-not-below }
extreme-backward = { the_game-backward }
extreme-already-laid = { the_game-already-laid }
extreme-not-a-card = { the_game-not-a-card }
extreme-too-few = { the_game-too-few }
extreme-wrong-hand = { the_game-wrong-hand }
extreme-stuck = { the_game-stuck }

extreme-wrong-players = Extreme si gioca in uno, due, tre, quattro o cinque, non in { $players }.
extreme-number-said = È vietato dire i numeri delle carte. Dei comandi che si hanno in mano, e di tutto il resto, si può parlare.
extreme-minimum-laid = In questo turno non manca più nulla: basta finirlo.

extreme-backward-forbidden = { START(ON($other_zone)) } c’è “niente mossa al contrario”: { THE($card) } { ON($zone) } lo sarebbe.
extreme-second-pile = “Un solo mucchietto”: le carte di questo turno sono { ON($other_zone) }, quindi { THE($card) } non può andare { ON($zone) }.
extreme-fourth-card = 3! vuol dire esattamente tre carte in questo turno: { THE($card) } sarebbe di troppo.
extreme-stop-not-third = 3! vuol dire esattamente tre carte in questo turno: lo STOP può essere solo la terza.
extreme-skull-visible = Il teschio { ON($zone) } non è stato coperto nel turno in cui è stato calato.
extreme-skull-last = Tutte le 98 carte sono state calate, ma { ON($zone) } resta visibile un teschio: non vale come vittoria.
extreme-not-three = { $played ->
    [one] 3! vuol dire esattamente tre carte in questo turno: ne è stata calata una.
   *[other] 3! vuol dire esattamente tre carte in questo turno: ne sono state calate { $played }.
}
extreme-too-few-for-three = { $hand ->
    [one] 3! richiede tre carte, e questo turno è cominciato con una sola carta in mano.
   *[other] 3! richiede tre carte, e questo turno è cominciato con { $hand } carte in mano.
}
extreme-fifth-command = Con { THE($card) } le carte con { $command } sono { $count }, ma ce ne sono solo quattro: una è stata letta male.
extreme-silence-broken = { START(ON($zone)) } c’è il silenzio: nessuno può parlare del gioco né fare segnali.

extreme-duty-exactly-three = { $still ->
    [one] 3!: calate esattamente un’altra carta.
   *[other] 3!: calate esattamente altre { $still } carte.
}
extreme-duty-cover-skull = Coprite il teschio { ON($zone) } entro la fine di questo turno.
extreme-duty-silence = Silenzio: non si parla del gioco e non si fanno segnali.
extreme-duty-no-backward = Niente mossa al contrario, su nessun mucchietto.
extreme-duty-one-pile = Un solo mucchietto: tutte le carte del turno vanno sullo stesso mucchietto.
extreme-duty-draw-one = A fine turno si pesca una carta sola.

extreme-outcome-all-laid = Tutte le 98 carte sono state calate: avete sconfitto The Game Extreme!
extreme-outcome-stuck = { the_game-outcome-stuck }
extreme-outcome-backward-forbidden = { the_game-outcome-stuck }
extreme-outcome-second-pile = { the_game-outcome-stuck }
extreme-outcome-fourth-card = { the_game-outcome-stuck }
extreme-outcome-stop-not-third = { the_game-outcome-stuck }
extreme-outcome-skull-visible = { the_game-outcome-stuck }
extreme-outcome-not-three = { the_game-outcome-stuck }
extreme-outcome-too-few-for-three = { the_game-outcome-stuck }
extreme-outcome-skull-last = { the_game-outcome-stuck }
extreme-outcome-silence-broken = { the_game-outcome-stuck }

# Quello che si può dire con un tocco.
extreme-say-stuck = Bloccati
extreme-say-stuck-means = Chi è di turno non può calare le carte richieste. Tutti hanno perso e la partita finisce.
extreme-say-say = Detto un numero
extreme-say-say-means = I numeri non si possono dire, e con il silenzio non si può dire niente. Viene giudicato e annotato.
