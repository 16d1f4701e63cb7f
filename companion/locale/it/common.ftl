# Parole comuni a tutti i giochi.

zone-up1 = Crescente 1
zone-up2 = Crescente 2
zone-down1 = Decrescente 1
zone-down2 = Decrescente 2
zone-up = Crescente
zone-down = Decrescente
zone-s_up = Argento crescente
zone-s_down = Argento decrescente
zone-g_up = Oro crescente
zone-g_down = Oro decrescente
zone-draw = Mazzo di pesca
zone-s_draw = Mazzo argento
zone-g_draw = Mazzo oro
zone-control = Carte comando
zone-board = Tabellone
zone-cell = riga { $row }, colonna { $column }
zone-discard = Scarti del giocatore { $seat }
zone-discard-common = Scarti di tutti
zone-table = Tavolo

face-empty = niente
face-unreadable = illeggibile
face-back = una carta coperta
face-burning = { $number } col fuoco
face-command = { $number } con { $command }
face-suited = { $rank } di { $suit }
face-coloured = { $number } { $colour }
face-s = { $number } argento
face-g = { $number } oro

command-stop = STOP
command-skull = teschio
command-three = 3!
command-silence = silenzio
command-noback = niente mossa al contrario
command-onepile = un solo mucchietto
command-draw1 = pesca una

suit-S = picche
suit-H = cuori
suit-D = quadri
suit-C = fiori
rank-A = asso
rank-2 = 2
rank-3 = 3
rank-4 = 4
rank-5 = 5
rank-6 = 6
rank-7 = 7
rank-8 = 8
rank-9 = 9
rank-T = 10
rank-J = fante
rank-Q = donna
rank-K = re

colour-R = rosso
colour-B = blu
colour-G = verde
colour-Y = giallo
colour-X = grigio

chip-blue = gettone blu
chip-green = gettone verde
chip-red = gettone rosso
chip-blue-flipped = gettone blu girato
chip-green-flipped = gettone verde girato
chip-red-flipped = gettone rosso girato

list-and = { $first } e { $last }

ruling-legal = La mossa è valida.
ruling-illegal = La mossa non è valida.
ruling-loss = La partita è persa.
ruling-win = La partita è vinta.
ruling-dropped = Non cambia nulla.

dispute-open = { $card } su { $zone } non è ancora a posto: riprendete la carta, correggetela o lasciatela valere prima di finire il turno.
nothing-to-take-back = Su { $zone } non c’è una carta di questo turno da riprendere: le carte calate restano.
duty-certain-loss = Non è più possibile.

position-ready = Pronti: tocca al giocatore { $seat }.

game-the_game = The Game
game-extreme = The Game Extreme
game-quick_easy = Quick & Easy
game-face_to_face = Face to Face
game-sequence = Sequence

player = Giocatore { $seat }

list-or = { $first } o { $last }
fits-nothing = niente per ora
fits-any = qualsiasi carta
fits-above = sopra { $value }
fits-below = sotto { $value }
fits-exactly = esattamente { $value }
fits-colour = qualsiasi { $value }

table-none = Nessuna telecamera: inserite le mosse a mano
table-still = Il tavolo è sorvegliato
table-moving = Mani sul tavolo
table-lost = Il tavolo non si vede
table-camera = La telecamera non dà immagini: controllate il cavo
table-mat = Il tappetino non si vede: liberate i segni negli angoli o raddrizzate la telecamera
table-board = Il tabellone non si trova: mettetelo nella sua zona, o insegnatelo con `companion enrol-board`
table-dark = È troppo buio per vedere il tavolo
table-bumped = Il tappetino, il tabellone o la telecamera si è spostato: misurato di nuovo. È scivolata qualche carta o qualche gettone?

log-played = { $name }: { $face } su { $zone }
log-turn-ended = { $name } finisce il turno
log-claimed = { $name }: { $claim }
log-claimed-card = { $name }: { $claim } { $face }, { $zone }
log-undone = Voce { $entry } annullata
log-corrected = Voce { $entry } corretta: era { $face }
log-waived = Voce { $entry } lasciata valere

claim-stuck = bloccato
claim-assess = posizione valutata
claim-say = è stato detto qualcosa
claim-setup_check = preparazione controllata
claim-place = cala
claim-remove = toglie con
claim-dead = carta morta
claim-draw = pesca
claim-flip = gira i gettoni
claim-penalty = penalità
claim-name_line = indica i cinque

option-on_fire = On Fire
option-pro = Professionisti (tre carte per turno)
option-pro_small_hand = Una carta in meno in mano
option-lenient = I comandi infranti si possono riprendere
option-onepile_midturn = “Un solo mucchietto” rigoroso
option-expert = Esperti
option-advanced = Avanzato (le sequenze si possono rompere)
option-teams = Squadre
option-teams-0 = Come al solito
option-teams-2 = Due squadre
option-teams-3 = Tre squadre
option-commands = Tabella dei comandi
option-layout = Disposizione del tabellone

cue-off = Spenta
cue-accepted = Valida
cue-foul = Fallo: non è valida
cue-deadline = Da fare in questo turno
cue-ask = Che carta è?
cue-out_of_step = Il tavolo non corrisponde
cue-won = Vinta
cue-lost = Persa

asked-card = La telecamera non è sicura. Tocca quella giusta.
asked-command = La telecamera legge solo il numero. Che comando c’è sul { $card }? Sarà ricordato.

# Perché qualcosa che è stato chiesto non si può fare.
refused-place = In questa partita non c’è il posto { $name }.
refused-face = { $name } non è una carta di questo gioco.
refused-seat = In questa partita non c’è il giocatore { $number }.
refused-claim = “{ $claim }” non si può dire in questo gioco.
refused-claim-key = “{ $claim }” non prevede “{ $name }”.
refused-claim-needs = A “{ $claim }” manca “{ $name }”.
refused-claim-value = “{ $claim }” non può usare quello che è stato dato come “{ $name }”.
refused-question = Questa domanda non è più aperta: qualcuno ha risposto, o la carta è cambiata.
refused-dispute = Lì non c’è più niente in discussione.
refused-names-many = Ci sono più nomi che giocatori.
refused-name-long = Un nome ha al massimo { $most } lettere.
refused-name-sign = Un nome ha un segno che non si può mostrare: { $name }

log-unknown = Qualcosa che questa versione non sa mostrare
