# The rule of clean text, the same at every door. $at counts characters from 1; $sign is the code of a sign, such as U+D800.
error-text-sign = Un testo ha un segno che qui non si può usare: { $sign }. Toglilo.
error-text-too-long = Un testo qui ha al massimo { $most } caratteri.
error-number-too-long = Un numero qui ha al massimo { $most } cifre.
error-line-not-text = La riga non è testo UTF-8.
error-line-too-deep = La riga è annidata troppo a fondo.
error-line-not-json = La riga non è JSON: guarda il carattere { $at }, «{ $near }».
error-line-not-json-ends = La riga non è JSON: finisce troppo presto, dopo { $at } caratteri.
error-file-not-text = La riga { $line } del file non è testo UTF-8: salva il file come UTF-8.
error-no-json-number = { $given } non è un numero JSON.
error-key-twice = Nella riga una chiave compare due volte.

# Files that people keep
error-profile-source-file = Quella preparazione guarda con il file { $given }. Lì si può scegliere solo una telecamera; un file si indica in companion.toml.
error-layout-unfinished = { $count ->
    [one] Una carta del tuo tabellone è ancora da scrivere in { $path }.
   *[other] { $count } carte del tuo tabellone sono ancora da scrivere in { $path }.
} Togli il file per giocare sul tabellone classico.
board-layout-aside = La disposizione del tuo tabellone ({ $name }) non si è potuta leggere: questa partita si gioca sul tabellone classico. Il file è in { $aside }. Registra di nuovo il tabellone, o correggi il file.

# What a phone is answered to a command on which nothing is ruled
done-start = La partita comincia: tocca { TO($seat_name) }.
done-resume = La partita riprende: tocca { TO($seat_name) }.
done-noted = Fatto.
done-waits = Il turno finisce appena nessuna mano è più sul tavolo.

# Asked before a correction, an undo or a missed card is taken, where something later would be wrong
foreseen-cards = { $count ->
    [one] Una carta giocata dopo sarebbe sbagliata. Lo faccio lo stesso?
   *[other] { $count } carte giocate dopo sarebbero sbagliate. Lo faccio lo stesso?
}
foreseen-lost = La partita sarebbe persa. Lo faccio lo stesso?
foreseen-won = La partita sarebbe vinta. Lo faccio lo stesso?
foreseen-drawn = La partita sarebbe finita. Lo faccio lo stesso?
