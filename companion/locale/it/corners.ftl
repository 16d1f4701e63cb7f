# La pagina su cui si toccano gli angoli del tabellone
corners-title = Dov’è il tabellone?
corners-text = Tocca i quattro angoli del campo di caselle, in senso orario, cominciando da quello in alto a sinistra del tabellone. Il bordo intorno non ne fa parte. Un angolo non del tutto giusto si può spostare.
corners-first = Tocca l’angolo in alto a sinistra del tabellone
corners-next = Ora l’angolo successivo, in senso orario
corners-all = Le linee corrono lungo il campo? Allora usa questi angoli
corners-again = Indietro
corners-use = Usa questi angoli
corners-done = Grazie. Il tabellone viene imparato; puoi chiudere questa pagina
corners-refused = Questi angoli non vanno:
