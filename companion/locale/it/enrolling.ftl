# Ciò che dice `companion enrol --camera`.

enrolling-known = { $count ->
    [one] Una carta è già nota da prima.
   *[other] { $count } carte sono già note da prima.
}
enrolling-begin = Metti le carte sotto la telecamera, una dopo l’altra, ciascuna al posto della precedente. b + Invio: l’ultima carta era sbagliata; s + Invio: salta questa carta; q + Invio: continua un altro giorno.
enrolling-show = Mostra { $face }.
enrolling-good = { $seen } - bene; ora { $face }
enrolling-last = { $seen } - bene; era l’ultima
enrolling-again = { $face } ancora una volta, per favore: { $reason ->
    [several] vedo più carte. Lasciane una sola nell’immagine.
    [blurred] l’immagine è sfocata. Tieni fermi il tavolo e la telecamera, o metti a fuoco la telecamera.
    [small] la carta è troppo piccola. Avvicina la telecamera.
    [dark] è troppo buio. Accendi una lampada.
    [same] assomiglia alla carta { $seen }, che hai già mostrato. Se è davvero { $face }, mettila giù ancora una volta.
   *[other] non vedo dove finisce la carta. Mettila da sola, diritta, e togli la mano.
}
enrolling-forgotten = { $seen } è dimenticata. Mostra { $face }.
enrolling-skipped = { $seen } viene saltata.
enrolling-kept = { $shown } carte su { $count } sono conservate. Ripeti lo stesso comando per continuare.
enrolling-learning = Imparo { $count } carte ...

# Quel che bisogna sapere di un mazzo imparato.
enrolled-faces = { $count ->
    [one] Una carta è imparata.
   *[other] { $count } carte sono imparate.
}
enrolled-missing = { $count ->
    [one] Manca una carta del gioco: { $faces }
   *[other] Mancano { $count } carte del gioco: { $faces }
}
enrolled-burning = { $count ->
    [one] Manca una carta col fuoco: { $faces }. Serve a On Fire, alle altre versioni no.
   *[other] Mancano carte col fuoco: { $faces }. Servono a On Fire, alle altre versioni no.
}
enrolled-doubtful = { $count ->
    [one] Questa foto lascia dubbi, rifalla: { $pictures }
   *[other] Queste foto lasciano dubbi, rifalle: { $pictures }
}

# Perché una foto lascia dubbi: nel loro elenco e sul foglio di controllo.
doubt-no-card = nessuna carta trovata
doubt-several = più carte
doubt-blurred = sfocata
doubt-small = troppo piccola
doubt-dark = troppo buia
doubt-same = uguale a un’altra carta
doubt-odd-shape = forma strana
doubt-unlike = diversa dalle altre carte
doubt-no-picture = nessuna immagine
doubt-heic = HEIC di un iPhone: salvala come JPEG
doubt-no-such-face = carta inesistente
doubt-wide = { $percent } troppo larga
doubt-narrow = { $percent } troppo stretta

# All cards of a deck are of another shape than the game's.
deck-wide = Tutte le carte sembrano più larghe del { $percent } di quelle del gioco: un’altra edizione, o non intere. Ogni carta è intera nella sua foto?
deck-narrow = Tutte le carte sembrano più strette del { $percent } di quelle del gioco: un’altra edizione, o tagliate a una cornice stampata. Ogni carta è intera nella sua foto?
