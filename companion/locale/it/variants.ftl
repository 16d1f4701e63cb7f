# Una riga per ogni variante, dove si sceglie.

option-on_fire-means = Le carte col fuoco vanno coperte entro la fine del turno successivo.
option-pro-means = Tre carte per turno finché c’è da pescare.
option-pro_small_hand-means = Ancora più difficile: una carta in meno in mano.
option-lenient-means = Un comando violato si può riprendere, e non fa perdere.
option-onepile_midturn-means = Una carta «un solo mucchietto» non va su un secondo mucchietto.
option-expert-means = Una sola carta a turno, e si può dire meno.
option-advanced-means = Un fante può rompere una sequenza completa.
option-teams-means = Quante squadre giocano.
option-table_talk-means = Chi suggerisce fa scartare una carta a ognuno della sua squadra.
option-common_discards-means = Tutti scartano nello stesso punto.
