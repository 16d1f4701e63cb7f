# Che cosa ha cambiato una correzione, in una frase. $card, $before e $zone arrivano già in parole; $seat_name è il giocatore.

# La risposta a ciò che si è chiesto
undone-play = Annullato: { THE($card) } { ON($zone) }.
undone-lift = Annullato: la carta tolta { FROM($zone) }.
undone-turn-refused = Annullata: la fine del turno { OF($seat_name) }, che non valeva.
undone-turn = Annullata: la fine del turno { OF($seat_name) }. Il turno continua.
undone-claim = Annullato: { $seat_name }, «{ $claim }».
undone-claim-card = Annullato: { $seat_name } { $claim } { THE($card) }, { $zone }.
undone-correction = Correzione tolta: { THE($before) } { ON($zone) } è di nuovo { THE($card) }.
undone-replaced = Prima correzione tolta; resta { THE($before) }.
undone-replaced-other = Prima correzione tolta; resta quella successiva.
undone-undo-replaced = Di nuovo la prima correzione; resta { THE($before) }.
undone-undo-replaced-other = Di nuovo la prima correzione; resta quella successiva.
undone-waiver = Non vale più: { THE($card) } { ON($zone) }.
undone-insert = Annullato: { THE($card) } { ON($zone) }, carta aggiunta dopo.
undone-insert-turn = Annullata: la fine del turno { OF($seat_name) }, aggiunta dopo.
undone-insert-claim = Annullato: { $seat_name }, «{ $claim }», aggiunto dopo.
undone-insert-claim-card = Annullato: { $seat_name } { $claim } { THE($card) }, { $zone }, aggiunto dopo.
undone-insert-lift = Annullata: la carta tolta { FROM($zone) }, aggiunta dopo.
undone-play-on = Annullato: la partita è di nuovo finita.
undone-set-up = Annullata la modifica della preparazione.
undone-left = Annullato: { THE($seat_name) } è di nuovo in partita.
undone-undo-play = Di nuovo: { THE($card) } { ON($zone) }.
undone-undo-lift = Di nuovo: la carta tolta { FROM($zone) }.
undone-undo-turn = Di nuovo: la fine del turno { OF($seat_name) }.
undone-undo-claim = Di nuovo: { $seat_name }, «{ $claim }».
undone-undo-correction = Di nuovo: { THE($before) } { ON($zone) } è { THE($card) }.
undone-undo-waiver = Vale di nuovo: { THE($card) } { ON($zone) }.
undone-undo-insert = Di nuovo: { THE($card) } { ON($zone) }, carta aggiunta dopo.
undone-undo-other = Di nuovo: ciò che era annullato.

taken-back = Carta ripresa: { THE($card) } { FROM($zone) }.
taken-back-chip = Ripresa: la giocata { ON($zone) }.
asked-beneath = Sotto { THE($card) }, { ON($zone) }, ho visto { THE($seen) }; le mosse dicono { THE($face) }. Qual è giusto?
asked-beneath-bare = Sotto { THE($card) }, { ON($zone) }, non ho visto nulla; le mosse dicono { THE($face) }. Che cosa è giusto?
asked-beneath-gone = Sotto { THE($card) }, { ON($zone) }, ho visto { THE($seen) }; le mosse dicono nulla. Che cosa è giusto?
put-right = Grazie: { ON($zone) } è di nuovo tutto a posto.
waived = Vale lo stesso: { THE($card) } { ON($zone) }.
waived-inferred = Il gioco è andato avanti: { THE($card) } { ON($zone) } vale.

corrected = { START(THE($card)) } { ON($zone) }: prima lettura { $before }.
corrected-after-all = Era proprio { THE($card) } { ON($zone) }.
corrected-beneath = Sotto la carta ripresa, { ON($zone) }, si vedeva { THE($card) }.
corrected-beneath-bare = Sotto la carta ripresa, { ON($zone) }, non si vedeva nulla.
corrected-player = { START(THE($card)) } { ON($zone) } era { OF($seat_name) }.
corrected-pile = { START(THE($card)) } è { ON($zone) }, non { ON($before_zone) }.
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
left = { START(THE($seat_name)) } lascia la partita: si salta il suo turno, la sua mano esce dal gioco.
inserted = Aggiunto: { THE($seat_name) } ha giocato { THE($card) } { ON($zone) }.
inserted-turn = Aggiunto: { THE($seat_name) } ha finito il turno.
inserted-claim = Aggiunto: { $seat_name }, «{ $claim }».
inserted-claim-card = Aggiunto: { $seat_name } { $claim } { THE($card) }, { $zone }.
inserted-lift = Aggiunto: una carta tolta { FROM($zone) }.

# La riga del registro a cui si riferisce
log-read-at-first = { $text }, prima lettura { $before }
log-lay-at-first = { $text }, vista prima come { $before_zone }
log-put-in = { $text }, aggiunto dopo
log-let-stand = { $text }, vale lo stesso
log-twin = { $text }, ma è già { ON($other_zone) }
log-note = { $text }, secondo le regole non andava

# Che cosa è cambiato
changed-none = Non cambia altro.
changed-note = Secondo le regole { THE($face) } { ON($card) } non andava; resta lì.
changed-note-zone = Secondo le regole { THE($card) } { ON($zone) } non andava; resta lì.
changed-lift-note = { START(ON($zone)) } non c’era nessuna carta da togliere.
changed-turn-note = Secondo le regole la fine del turno { OF($seat_name) } non andava; resta così.
changed-claim-note = Secondo le regole { $seat_name }, «{ $claim }», non andava; resta così.
changed-notes = Secondo le regole { THE($face) } { ON($card) } non andava, e così { $count ->
    [one] una giocata successiva
   *[other] { $count } giocate successive
}; restano lì.
changed-notes-zone = Secondo le regole { THE($card) } { ON($zone) } non andava, e così { $count ->
    [one] una giocata successiva
   *[other] { $count } giocate successive
}; restano lì.
undone-correction-seat = Correzione tolta: chi aveva giocato.
undone-correction-pile = Correzione tolta: { THE($card) } è di nuovo { ON($zone) }.
undone-correction-beneath = Correzione tolta: che cosa c’era sotto una carta { ON($zone) }.
changed-stands = { START(THE($card)) } { ON($zone) } ora va bene.
changed-open = { START(THE($card)) } { ON($zone) } non vale.
changed-to-move = Tocca { TO($seat_name) }.
twins = { START(THE($card)) } è già { ON($other_zone) }: quale delle due è stata letta male?

# Una sconfitta o una vittoria che solo ora risulta
amended-lost = Persa nel turno { $turn }: { $text }
amended-won = Vinta nel turno { $turn }: { $text }
amended-lost-yes = È persa
amended-won-yes = È vinta
play-on = Si continua
played-on = La partita continua da qui.

# Una fine che segue solo dal conto di carte che nessuno vede
counted = Lo dice solo il conto delle carte: è sfuggita una pescata o una carta?
counted-yes = È finita
counted-no = È sfuggito qualcosa
end-counted = Secondo il conto delle carte la partita è finita: è sfuggita una pescata o una carta?
misread-command = { $count } carte hanno { $command }, ma ne esistono quattro: quale è letta male?
