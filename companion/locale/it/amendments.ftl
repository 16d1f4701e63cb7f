# Che cosa ha cambiato una correzione, in una frase. $card, $before e $zone arrivano già in parole; $seat_name è il giocatore.

# La risposta a ciò che si è chiesto
undone-play = Annullato: { THE($card) } { ON($zone) }.
undone-lift = Annullato: la carta tolta { FROM($zone) }.
undone-turn-refused = Annullata: la fine del turno { OF($seat_name) }, che non era valsa.
undone-turn = Annullata: la fine del turno { OF($seat_name) }. Il turno continua.
undone-claim = Annullato: { $seat_name }, «{ $claim }».
undone-claim-card = Annullato: { $seat_name } { $claim } { THE($card) }, { $zone }.
undone-correction = Annullata la correzione: { THE($before) } { ON($zone) } torna a essere { THE($card) }.
undone-replaced = Annullata la correzione: { THE($card) } non valeva già più, vale { THE($before) }. Non cambia nulla.
undone-replaced-other = Annullata una correzione che un’altra aveva già sostituito. Non cambia nulla.
undone-undo-replaced = Annullamento ritirato: { THE($card) } non vale più, vale { THE($before) }. Non cambia nulla.
undone-undo-replaced-other = Annullamento ritirato: un’altra correzione ha già sostituito quella. Non cambia nulla.
undone-waiver = Annullato: { THE($card) } { ON($zone) } non si lascia più valere.
undone-insert = Annullato: { THE($card) } { ON($zone) }, carta aggiunta dopo.
undone-insert-turn = Annullata: la fine del turno { OF($seat_name) }, aggiunta dopo.
undone-insert-claim = Annullato: { $seat_name }, «{ $claim }», aggiunto dopo.
undone-insert-claim-card = Annullato: { $seat_name } { $claim } { THE($card) }, { $zone }, mossa aggiunta dopo.
undone-insert-lift = Annullata: la carta tolta { FROM($zone) }, aggiunta dopo.
undone-play-on = Annullato: si giocava ancora. La fine vale di nuovo.
undone-set-up = Annullato: ciò che era cambiato nella preparazione.
undone-left = Annullato: { THE($seat_name) } è di nuovo in partita.
undone-undo-play = Annullamento ritirato: { THE($card) } è di nuovo { ON($zone) }.
undone-undo-lift = Annullamento ritirato: la carta è di nuovo tolta { FROM($zone) }.
undone-undo-turn = Annullamento ritirato: { THE($seat_name) } ha di nuovo finito il turno.
undone-undo-claim = Annullamento ritirato: { $seat_name }, «{ $claim }», vale di nuovo.
undone-undo-correction = Annullamento ritirato: { THE($before) } { ON($zone) } è di nuovo { THE($card) }.
undone-undo-waiver = Annullamento ritirato: { THE($card) } { ON($zone) } si lascia di nuovo valere.
undone-undo-insert = Annullamento ritirato: { THE($card) } { ON($zone) }, carta aggiunta dopo, vale di nuovo.
undone-undo-other = Annullamento ritirato: ciò che era annullato vale di nuovo.

taken-back = Carta ripresa: { THE($card) } { FROM($zone) }.
taken-back-chip = Ripresa: la mossa { ON($zone) }.
asked-beneath = Ripreso { THE($card) }, { ON($zone) } si vedeva { THE($seen) }; secondo il registro sarebbe { THE($face) }. Vale ciò che si vedeva. Qual è giusto?
asked-beneath-bare = Ripreso { THE($card) }, { ON($zone) } non si vedeva nulla; secondo il registro ci sarebbe { THE($face) }. Vale ciò che si vedeva. Che cosa è giusto?
asked-beneath-gone = Ripreso { THE($card) }, { ON($zone) } si vedeva { THE($seen) }; secondo il registro non ci sarebbe nulla. Vale ciò che si vedeva. Che cosa è giusto?
put-right = A posto: { $zone }.
waived = Si lascia valere: { THE($card) } { ON($zone) }.

corrected = { START(THE($card)) } { ON($zone) }: la prima lettura era { $before }.
corrected-after-all = Era proprio { THE($card) } { ON($zone) }.
corrected-beneath = Ripresa la carta, { ON($zone) } si vedeva { THE($card) }.
corrected-beneath-bare = Ripresa la carta, { ON($zone) } non si vedeva nulla.
corrected-player = { START(THE($card)) } { ON($zone) } era { OF($seat_name) }.
corrected-pile = { START(THE($card)) } era { ON($zone) }, non { ON($before_zone) }.
corrected-claim = { START(THE($card)) }, non { THE($before) }: { $zone }.
corrected-speaker = A dirlo è stato { THE($seat_name) }.
corrected-turn = A finire il turno è stato { THE($seat_name) }.
corrected-set-up = La preparazione è corretta.
corrected-names = I nomi sono corretti.
corrected-places = I posti attorno al tavolo sono corretti.
corrected-variant = Corretto: si gioca { $on ->
    [yes] con
   *[no] senza
} «{ $option }».
corrected-beginner = Ha cominciato { THE($seat_name) }.
left = { START(THE($seat_name)) } lascia la partita: da ora si salta e la sua mano esce dal gioco.
inserted = Aggiunto: { THE($seat_name) } ha calato { THE($card) } { ON($zone) }.
inserted-turn = Aggiunto: { THE($seat_name) } ha finito il turno.
inserted-claim = Aggiunto: { $seat_name }, «{ $claim }».
inserted-claim-card = Aggiunto: { $seat_name } { $claim } { THE($card) }, { $zone }.
inserted-lift = Aggiunto: una carta tolta { FROM($zone) }.

# La riga del registro a cui si riferisce
log-read-at-first = { $text }, prima lettura { $before }
log-lay-at-first = { $text }, prima letta come { $before_zone }
log-put-in = { $text }, aggiunto dopo
log-let-stand = { $text }, si lascia valere
log-twin = { $text }, ma è già { ON($other_zone) }
log-note = { $text }, non sarebbe valida

# Che cosa è cambiato
changed-none = Non cambia altro.
changed-note = { START($face) } { ON($card) } non sarebbe stata una mossa valida.
changed-note-zone = { START(THE($card)) } { ON($zone) } non sarebbe stata una mossa valida.
changed-lift-note = { START(ON($zone)) } non c’era nulla da riprendere.
changed-turn-note = La fine del turno { OF($seat_name) } non sarebbe stata valida.
changed-claim-note = { START($seat_name) }, «{ $claim }», non sarebbe stato valido.
changed-notes = { START($face) } { ON($card) } non sarebbe stata una mossa valida, e con questa { $count ->
    [one] un’altra giocata dopo.
   *[other] altre { $count } giocate dopo.
}
changed-notes-zone = { START(THE($card)) } { ON($zone) } non sarebbe valso, e nemmeno { $count ->
    [one] una giocata successiva.
   *[other] { $count } giocate successive.
}
undone-correction-seat = Annullata: la correzione di chi era stato.
undone-correction-other = Annullata: la correzione { ON($zone) }.
changed-stands = { START(THE($card)) } { ON($zone) } ora va bene.
changed-open = { START(THE($card)) } { ON($zone) } non va bene.
changed-to-move = Tocca { TO($seat_name) }.
twins = { START(THE($card)) } è già { ON($other_zone) }: quale delle due carte è stata letta male?

# Una sconfitta o una vittoria che solo ora risulta
amended-lost = Persa nel turno { $turn }: { $text }
amended-won = Vinta nel turno { $turn }: { $text }
amended-lost-yes = È persa
amended-won-yes = È vinta
play-on = Si gioca ancora
played-on = Si gioca ancora: la partita continua da qui.

# Una fine che segue solo dal conto di carte che nessuno vede
counted = Lo dice solo il conto delle carte: è sfuggita una pescata o una carta?
counted-yes = È finita
counted-no = È sfuggito qualcosa
end-counted = Secondo il conto delle carte la partita sarebbe finita: è sfuggita una pescata o una carta?
misread-command = { $count } carte hanno { $command }, ma ce ne sono solo quattro: quale è stata letta male?
