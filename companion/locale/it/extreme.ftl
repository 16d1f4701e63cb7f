# The Game Extreme. Ciò che ha in comune con The Game si dice con le stesse parole.

extreme-not-above = { the_game-not-above }
extreme-not-below = { the_game-not-below }
extreme-backward = { the_game-backward }
extreme-already-laid = { the_game-already-laid }
extreme-not-a-card = { the_game-not-a-card }
extreme-too-few = { the_game-too-few }
extreme-wrong-hand = { the_game-wrong-hand }
extreme-stuck = { the_game-stuck }

extreme-wrong-players = Extreme è da 1 a 5 giocatori, non { $players }.
extreme-number-said = Niente numeri ad alta voce. Dei comandi in mano e di tutto il resto si può parlare.
extreme-minimum-laid = In questo turno non manca più nulla: finiscilo.

extreme-backward-forbidden = { START(THE($card)) } viola «niente mossa al contrario»: vale per ogni mucchietto.
extreme-second-pile = { START(THE($card)) } viola «un solo mucchietto»: le carte del turno vanno { ON($other_zone) }.
extreme-fourth-card = { START(THE($card)) } viola 3!: in questo turno esattamente tre carte.
extreme-stop-not-third = Lo STOP viola 3!: può essere solo la terza di tre carte.
extreme-skull-visible = Il teschio { ON($zone) } non è stato coperto nello stesso turno.
extreme-skull-last = Tutte le 98 carte giocate, ma { ON($zone) } resta un teschio: partita persa.
extreme-not-three = { $played ->
    [one] 3! vuol dire esattamente tre carte: ne è stata giocata una.
   *[other] 3! vuol dire esattamente tre carte: ne sono state giocate { $played }.
}
extreme-too-few-for-three = { $hand ->
    [one] 3! richiede tre carte, e questo turno è cominciato con una in mano.
   *[other] 3! richiede tre carte, e questo turno è cominciato con { $hand } in mano.
}
extreme-fifth-command = Con { THE($card) } le carte con { $command } sono { $count }, ma ne esistono quattro: una è letta male.
extreme-silence-broken = Silenzio { ON($zone) }: niente parole né segnali sul gioco.

extreme-duty-exactly-three = { $still ->
    [one] 3!: gioca esattamente un’altra carta.
   *[other] 3!: gioca esattamente altre { $still } carte.
}
extreme-duty-cover-skull = Copri il teschio { ON($zone) } entro la fine di questo turno.
extreme-duty-silence = Silenzio: niente parole né segnali sul gioco.
extreme-duty-no-backward = Niente mossa al contrario, su nessun mucchietto.
extreme-duty-one-pile = Un solo mucchietto: tutte le carte del turno vanno sullo stesso.
extreme-duty-draw-one = Pesca una: a fine turno si pesca una carta sola.

extreme-outcome-all-laid = Tutte le 98 carte giocate: avete sconfitto The Game Extreme!
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
extreme-say-stuck-means = Chi è di turno non può giocare le carte richieste. Avete perso tutti e la partita finisce.
extreme-say-say = Qualcuno ha detto un numero
extreme-say-say-means = Niente numeri ad alta voce, e con il silenzio niente del tutto. Si può perdere la partita.
