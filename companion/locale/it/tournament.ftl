# I tornei di un circolo: che cosa si dice quando qualcosa non si può fare.

error-tournament-event = In un torneo questo non può succedere: { $given }.
error-tournament-created-twice = Questo torneo esiste già.
error-tournament-not-created = Questo torneo non esiste ancora.
error-tournament-tables = Ogni tavolo ha bisogno di un nome, e ogni nome c’è una volta sola.
error-tournament-no-table = Questo torneo non ha il tavolo { $given }; ha { $known }.
error-tournament-table-taken = { $table } non si può usare: è occupato o guasto. Scegli un tavolo libero.
error-tournament-full = In un torneo c’è posto per { $most }. Apri un secondo torneo per gli altri.
error-tournament-number = Qualcun altro si è iscritto nello stesso momento. Ripeti l’iscrizione.
error-tournament-name-twice = { $name } partecipa già. Aggiungi una lettera per distinguere i due.
error-tournament-no-competitor = Nessuno qui ha il numero { $number }.
error-tournament-already = Per { $name } non c’è niente da cambiare.
error-tournament-no-board = Il turno { $round } non ha l’incontro { $board }.
error-tournament-pairing = Il turno { $round } è già abbinato, o qualcuno siederebbe due volte. Guarda i turni.
error-tournament-has-result = L’incontro { $board } ha un risultato. Correggilo e scrivi perché.
error-tournament-score = Questo risultato non è di una partita di questo tipo.
error-tournament-too-few = Ci sono troppo pochi iscritti. Iscrivi prima altri giocatori o squadre.
error-tournament-over = Tutti i { $rounds } turni sono già abbinati.
error-tournament-open-boards =
    { $count ->
        [1] A un incontro manca il risultato. Inseriscilo, poi abbina il turno seguente.
       *[other] A { $count } incontri manca il risultato. Inseriscili, poi abbina il turno seguente.
    }
error-tournament-league-mixed = Una lega è o di partite fra due parti o di serie, non di entrambe.
