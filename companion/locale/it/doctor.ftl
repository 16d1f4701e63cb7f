# Quello che dice `companion doctor`.

doctor-status-ok = bene
doctor-status-warning = attenzione
doctor-status-failed = guasto
doctor-status-skipped = saltato

doctor-name-camera = telecamera
doctor-name-gpio = gpio
doctor-name-zbar = zbar
doctor-name-reading = lettura
doctor-name-disk = disco
doctor-name-clock = orologio
doctor-name-network = rete
doctor-name-mat = tappetino
doctor-name-light = luce
doctor-name-configuration = configurazione

doctor-configuration-advice = Correggi quella riga; `companion doctor --config FILE` dice se il file si può usare

doctor-no-picture = Serve un’immagine, e la telecamera non ne dà

doctor-camera-ok = { $source } dà immagini di { $width } x { $height }
doctor-camera-none = { $source } non dà immagini: { $reason }
doctor-camera-picamera = Ferma il servizio (sudo systemctl stop companion), controlla il cavo piatto, prova: rpicam-hello --list-cameras; picamera2 si installa con: sudo apt install python3-picamera2
doctor-camera-v4l2 = Ferma il servizio (sudo systemctl stop companion), ricollega la telecamera, prova: v4l2-ctl --list-devices (sudo apt install v4l-utils)
doctor-camera-phone = Avvia il companion (companion run), apri la sua pagina /camera sul telefono che deve guardare il tavolo, e dai la fotocamera
doctor-camera-file = Indica un video o una cartella di immagini in [eye] source di companion.toml
doctor-camera-virtual = Reinstalla il companion: al tavolo virtuale non serve altro

doctor-signals-off = Non in uso: signals = "{ $signals }"
doctor-signals-gpio = I piedini { $pins } si possono usare ({ $through })
doctor-signals-gpio-advice = Ferma il servizio (sudo systemctl stop companion) e riprova; l’utente deve essere nel gruppo gpio
doctor-signals-gpio-no-pins = signals = "gpio", ma non è indicato alcun piedino
doctor-signals-gpio-no-pins-advice = Indica i piedini di luci, cicalino e pulsanti in [pins] di companion.toml

doctor-zbar-ok = Le carte comando QR si possono leggere
doctor-zbar-none = Le carte comando QR non si possono leggere: zbar non è installato
doctor-zbar-none-advice = sudo apt install libzbar0

doctor-reading-quick = Le carte si leggono con { $engine }
doctor-reading-slow = Le carte si leggono con { $engine }: le foto richiedono metà tempo in più che con ONNX Runtime

doctor-disk-ok = { $path }: { $free } MB liberi
doctor-disk-read-only = { $path } non si può scrivere: { $reason }
doctor-disk-read-only-advice = Dai la cartella all’utente che avvia il companion, o metti in STATE_DIRECTORY una cartella tua
doctor-disk-full = Fai spazio: un disco pieno ferma il registro, e con esso la partita

doctor-clock-ok = { $now }, regolato dalla rete
doctor-clock-unknown = { $now }; qui non si può sapere se lo regola la rete
doctor-clock-alone = { $now }, non regolato dalla rete
doctor-clock-alone-advice = Collega la rete e scrivi: sudo timedatectl set-ntp true (l’orologio di un Raspberry Pi non ha batteria)
doctor-clock-wrong = { $now } non può essere giusto
doctor-clock-wrong-advice = Collega la rete e scrivi: sudo timedatectl set-ntp true - oppure: sudo date -s "2026-12-31 20:00"

doctor-network-ok = I telefoni aprono { $urls }
doctor-network-no-name = Per usare anche il nome { $name }: sudo apt install avahi-daemon
doctor-network-loopback = { $url }, solo su questa macchina
doctor-network-loopback-advice = Per far entrare i telefoni: host = "0.0.0.0" in [web] di companion.toml
doctor-network-none = Questa macchina non è in rete, quindi nessun telefono può raggiungerla
doctor-network-none-advice = Collegala via cavo o senza fili: sudo nmtui
doctor-network-taken = La porta { $port } è occupata da un altro programma
doctor-network-taken-advice = Ferma quel programma, o scegli un’altra porta in [web] di companion.toml
doctor-network-refused = { $reason }
doctor-network-refused-advice = Usa host = "127.0.0.1" o "0.0.0.0" e una porta sopra 1023 in [web] di companion.toml

doctor-mat-ok = { $seen } segni visti su { $of }; una carta è larga { $width } pixel
doctor-mat-by-hand = Un tappetino senza segni, con le zone date a mano; una carta è larga { $width } pixel
doctor-mat-unneeded = Non serve: i mucchietti si trovano come stanno, quando comincia la partita
doctor-mat-none = Non si vede alcun tappetino
doctor-mat-none-advice = Metti il tappetino dove la telecamera lo vede tutto, senza niente sui segni; si stampa con: companion print mat --game the_game --out mat.pdf
doctor-mat-small = Ne servono { $needed }: abbassa la telecamera, o stampa il tappetino al 100 %
doctor-mat-hidden = Libera i segni: con così pochi una manica nasconde il tappetino

doctor-light = Luminosità { $mean } su 255, bianco puro { $clipped } %, contrasto { $contrast }
doctor-light-dark = È buio: togli il tappo all’obiettivo, accendi la lampada
doctor-light-dim = Troppo poca luce per leggere sicuro: più luce, meglio da due lati
doctor-light-glaring = Sovraesposta: meno luce, o non dritta dall’alto
doctor-light-clipped = La lampada si specchia o l’immagine è sovraesposta: sposta la lampada di lato, o schermala con carta bianca
doctor-light-flat = Slavata: pulisci l’obiettivo, e non lasciare che lampada o finestra ci splenda dentro

doctor-name-power = corrente
doctor-name-temperature = temperatura
doctor-name-card = scheda

doctor-power-ok = La tensione è bastata da quando è acceso
doctor-power-low = La tensione è troppo bassa, in questo momento
doctor-power-was-low = Da quando è acceso la tensione è stata troppo bassa
doctor-power-slowed = Il processore è rallentato, in questo momento
doctor-power-was-slowed = Da quando è acceso il processore è stato rallentato
doctor-power-unknown = Questa macchina non dice la sua tensione
doctor-power-advice = Usa l’alimentatore fatto per questo Pi e un cavo corto; con poca tensione si ferma o rovina quello che scrive
doctor-temperature = Il processore ha { $celsius } °C
doctor-temperature-unknown = Questa macchina non dice la sua temperatura
doctor-temperature-advice = Fai arrivare aria al Pi: una ventola o un dissipatore, una scatola aperta, niente sole
doctor-card-ok = { $name }: nessun errore
doctor-card-written = , { $gigabytes } GB scritti finora
doctor-card-unknown = { $name }: non dice quanto è consumata
doctor-card-worn = { $name }: vita consumata: { $percent } %
doctor-card-errors = { $name }: { $errors ->
    [one] un errore
   *[other] { $errors } errori
} nel leggere o nello scrivere
doctor-card-replace = Fai oggi una copia di sicurezza, poi usa un’altra scheda
doctor-card-forgets = { $name }: quello che si scrive qui sparisce quando manca la corrente
doctor-card-forgets-advice = Tieni lo stato su una chiavetta o su una partizione propria: docs/reference.md, "Read-only root"

doctor-no-picture-yet = { $source } non ha ancora dato immagini
doctor-camera-pace = { $rate } al secondo guardate, saltate: { $percent } %
doctor-camera-slow = Sono così poche che si vede in ritardo: fai arrivare aria al Pi, chiudi gli altri programmi
doctor-signals-set = { $signals } risponde

doctor-title-gpio = luci
doctor-source-virtual = Il tavolo disegnato
doctor-source-picamera = La telecamera del Pi
doctor-source-v4l2 = La telecamera USB ({ $name })
doctor-source-phone = La fotocamera di un telefono
doctor-device-dark = Nessuna luce è collegata: i telefoni mostrano quello che direbbero
doctor-device-console = Niente luci: quello che direbbero sta in righe di testo, e sui telefoni
doctor-title-zbar = carte QR

doctor-signals-strip = La striscia di LED su { $through } si può usare (e i piedini { $pins })
doctor-signals-strip-advice = Accendi SPI: sudo raspi-config nonint do_spi 0, poi riavvia il Pi; ferma il servizio (sudo systemctl stop companion) e riprova
doctor-signals-failed = { $signals } non obbedisce: { $reason }
