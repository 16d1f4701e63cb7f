# La scheda di un fallo: che cosa è successo, che cosa fare ora, e che cosa dicono i pulsanti. $card è "" dove non c’è niente.

foul-against-pile = Lì non va
foul-against-pile-remedy = Riprendi { THE($card) }.
foul-against-pile-remedy-nothing = Rimetti tutto com’era.
foul-out-of-turn = Fuori turno
foul-out-of-turn-remedy = Riprendi { THE($card) }.
foul-out-of-turn-remedy-nothing = Rimetti tutto com’era.
foul-ended-early = Il turno continua
foul-ended-early-remedy =
    { $still ->
        [one] Gioca ancora una carta.
       *[other] Gioca ancora { $still } carte.
    }
foul-too-many = Una di troppo
foul-too-many-remedy = Riprendi { THE($card) }.
foul-too-many-remedy-nothing = Rimetti tutto com’era.
foul-misplaced-chip = Casella sbagliata
foul-misplaced-chip-remedy = Riprendi { THE($card) }.
foul-misplaced-chip-remedy-nothing = Rimetti il gettone.
foul-wrong-colour = Colore sbagliato
foul-wrong-colour-remedy = Riprendi { THE($card) }.
foul-wrong-colour-remedy-nothing = Rimetti il gettone.
foul-wrong-chip = Non quel gettone
foul-wrong-chip-remedy = Riprendi { THE($card) }.
foul-wrong-chip-remedy-nothing = Rimetti il gettone.
foul-white-side-up = Lato bianco in su
foul-white-side-up-remedy = Giralo.
foul-moved-chip = Un gettone è scivolato
foul-moved-chip-remedy = Rimettilo a posto.
foul-face-down = Carta coperta
foul-face-down-remedy = Girala a faccia in su.
foul-unfinished = Manca mezza giocata
foul-unfinished-remedy = Completa la giocata, o riprendi { THE($card) }.
foul-unfinished-remedy-nothing = Completa la giocata, o annullala.
foul-broken-command = Un comando lo vieta
foul-broken-command-remedy = Riprendi { THE($card) }.
foul-broken-command-remedy-nothing = Annulla la mossa.
foul-missed-deadline = Troppo tardi
foul-missed-deadline-remedy = Era coperta? Aggiungi la carta.
foul-misread = Letta male?
foul-misread-remedy = Di’ quale carta era.
foul-moved-card = Una carta è stata spostata
foul-moved-card-remedy = Rimettila a posto.
foul-after-end = La partita è finita
foul-after-end-remedy = Riprendi { THE($card) }.
foul-after-end-remedy-nothing = Rimetti tutto com’era.
foul-other = È contro le regole
foul-other-remedy = Riprendi { THE($card) }.
foul-other-remedy-nothing = Rimetti tutto com’era.

foul-answer-another-card = Era un’altra carta
foul-answer-let-stand = Accetta lo stesso
foul-answer-turn-had-ended = Toccava a me
foul-answer-card-missed = È sfuggita una carta
foul-answer-never-happened = Nessuna carta giocata
foul-answer-put-right = Correggi
