# Una riga per ogni variante, dove si sceglie.

option-on_fire-means = Le carte col fuoco vanno coperte entro la fine del turno dopo.
option-pro-means = Tre carte a turno finché c’è il mazzo.
option-pro_small_hand-means = Ancora più difficile: una carta in meno in mano.
option-lenient-means = Un comando infranto si riprende, e non fa perdere.
option-onepile_midturn-means = La carta “un mucchietto” non va su un secondo mucchietto.
option-expert-means = Una sola carta a turno, e si può dire meno.
option-advanced-means = Un fante può rompere una linea finita.
option-teams-means = Quante squadre giocano.
option-table_talk-means = Chi dà un suggerimento scarta una carta.
option-common_discards-means = Tutti scartano su un solo mucchietto.
