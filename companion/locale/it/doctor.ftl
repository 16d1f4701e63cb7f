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

doctor-configuration-advice = correggi quella riga; `companion doctor --config FILE` dice se il file si può usare

doctor-no-picture = serve un'immagine, e la telecamera non ne dà

doctor-camera-ok = { $source } dà immagini di { $width } x { $height }
doctor-camera-none = { $source } non dà immagini: { $reason }
doctor-camera-picamera = ferma il servizio (sudo systemctl stop companion), controlla il cavo piatto, prova: rpicam-hello --list-cameras; picamera2 si installa con: sudo apt install python3-picamera2
doctor-camera-v4l2 = ferma il servizio (sudo systemctl stop companion), ricollega la telecamera, prova: v4l2-ctl --list-devices (sudo apt install v4l-utils)
doctor-camera-phone = avvia il companion (companion run), apri la sua pagina /camera sul telefono che deve guardare il tavolo, e dai la fotocamera
doctor-camera-file = indica un video o una cartella di immagini in [eye] source di companion.toml
doctor-camera-virtual = reinstalla il companion: al tavolo virtuale non serve altro

doctor-signals-off = non in uso: signals = "{ $signals }"
doctor-signals-gpio = i piedini { $pins } si possono usare ({ $through })
doctor-signals-gpio-advice = ferma il servizio (sudo systemctl stop companion) e riprova; l'utente deve essere nel gruppo gpio
doctor-signals-gpio-no-pins = signals = "gpio", ma non è indicato alcun piedino
doctor-signals-gpio-no-pins-advice = indica i piedini di luci, cicalino e pulsanti in [pins] di companion.toml

doctor-zbar-ok = le carte di comando QR si possono leggere
doctor-zbar-none = le carte di comando QR non si possono leggere: zbar non è installato
doctor-zbar-none-advice = sudo apt install libzbar0

doctor-reading-quick = le carte si leggono con { $engine }
doctor-reading-slow = le carte si leggono con { $engine }: le foto richiedono metà tempo in più che con ONNX Runtime

doctor-disk-ok = { $path }: { $free } MB liberi
doctor-disk-read-only = { $path } non si può scrivere: { $reason }
doctor-disk-read-only-advice = dai la cartella all’utente che avvia il companion, o metti in STATE_DIRECTORY una cartella tua
doctor-disk-full = fai spazio: un disco pieno ferma il registro, e con esso la partita

doctor-clock-ok = { $now }, regolato dalla rete
doctor-clock-unknown = { $now }; qui non si può sapere se lo regola la rete
doctor-clock-alone = { $now }, non regolato dalla rete
doctor-clock-alone-advice = collega la rete e scrivi: sudo timedatectl set-ntp true (l'orologio di un Raspberry Pi non ha batteria)
doctor-clock-wrong = { $now } non può essere giusto
doctor-clock-wrong-advice = collega la rete e scrivi: sudo timedatectl set-ntp true - oppure: sudo date -s "2026-12-31 20:00"

doctor-network-ok = i telefoni aprono { $urls }
doctor-network-no-name = per usare anche il nome { $name }: sudo apt install avahi-daemon
doctor-network-loopback = { $url }, solo su questa macchina
doctor-network-loopback-advice = per far entrare i telefoni: host = "0.0.0.0" in [web] di companion.toml
doctor-network-none = questa macchina non è in rete, quindi nessun telefono può raggiungerla
doctor-network-none-advice = collegala via cavo o senza fili: sudo nmtui
doctor-network-taken = la porta { $port } è occupata da un altro programma
doctor-network-taken-advice = ferma quel programma, o scegli un'altra porta in [web] di companion.toml
doctor-network-refused = { $reason }
doctor-network-refused-advice = usa host = "127.0.0.1" o "0.0.0.0" e una porta sopra 1023 in [web] di companion.toml

doctor-mat-ok = { $seen } segni visti su { $of }; una carta è larga { $width } pixel
doctor-mat-by-hand = un tappetino senza segni, con le zone date a mano; una carta è larga { $width } pixel
doctor-mat-unneeded = non serve: i mucchietti si trovano come stanno, quando comincia la partita
doctor-mat-none = non si vede alcun tappetino
doctor-mat-none-advice = metti il tappetino dove la telecamera lo vede tutto, senza niente sui segni; si stampa con: companion print mat --game the_game --out mat.pdf
doctor-mat-small = ne servono { $needed }: abbassa la telecamera, o stampa il tappetino al 100 %
doctor-mat-hidden = libera i segni: con così pochi una manica nasconde il tappetino

doctor-light = luminosità { $mean } su 255, bianco puro { $clipped } %, contrasto { $contrast }
doctor-light-dark = è buio: togli il tappo all'obiettivo, accendi la lampada
doctor-light-dim = troppo poca luce per leggere sicuro: più luce, meglio da due lati
doctor-light-glaring = sovraesposta: meno luce, o non dritta dall'alto
doctor-light-clipped = la lampada si specchia o l'immagine è sovraesposta: sposta la lampada di lato, o schermala con carta bianca
doctor-light-flat = slavata: pulisci l’obiettivo, e non lasciare che lampada o finestra ci splenda dentro

doctor-name-power = corrente
doctor-name-temperature = temperatura
doctor-name-card = scheda

doctor-power-ok = la tensione è bastata da quando è acceso
doctor-power-low = la tensione è troppo bassa, in questo momento
doctor-power-was-low = da quando è acceso la tensione è stata troppo bassa
doctor-power-slowed = il processore è rallentato, in questo momento
doctor-power-was-slowed = da quando è acceso il processore è stato rallentato
doctor-power-unknown = questa macchina non dice la sua tensione
doctor-power-advice = usa l'alimentatore fatto per questo Pi e un cavo corto; con poca tensione si ferma o rovina quello che scrive
doctor-temperature = il processore ha { $celsius } °C
doctor-temperature-unknown = questa macchina non dice la sua temperatura
doctor-temperature-advice = fai arrivare aria al Pi: una ventola o un dissipatore, una scatola aperta, niente sole
doctor-card-ok = { $name }: nessun errore
doctor-card-written = , { $gigabytes } GB scritti finora
doctor-card-unknown = { $name }: non dice quanto è consumata
doctor-card-worn = { $name }: vita consumata: { $percent } %
doctor-card-errors = { $name }: { $errors ->
    [one] un errore
   *[other] { $errors } errori
} nel leggere o nello scrivere
doctor-card-replace = fai oggi una copia di sicurezza, poi usa un'altra scheda
doctor-card-forgets = { $name }: quello che si scrive qui sparisce quando manca la corrente
doctor-card-forgets-advice = tieni lo stato su una chiavetta o su una partizione propria: docs/reference.md, "Read-only root"

doctor-no-picture-yet = { $source } non ha ancora dato immagini
doctor-camera-pace = { $rate } al secondo guardate, saltate: { $percent } %
doctor-camera-slow = sono così poche che si vede in ritardo: fai arrivare aria al Pi, chiudi gli altri programmi
doctor-signals-set = { $signals } risponde

doctor-title-gpio = luci
doctor-source-virtual = il tavolo disegnato
doctor-source-picamera = la telecamera del Pi
doctor-source-v4l2 = la telecamera USB ({ $name })
doctor-source-phone = la fotocamera di un telefono
doctor-device-dark = nessuna luce è collegata: i telefoni mostrano quello che direbbero
doctor-device-console = niente luci: quello che direbbero sta in righe di testo, e sui telefoni
doctor-title-zbar = carte QR

doctor-signals-strip = la striscia di LED su { $through } si può usare (e i piedini { $pins })
doctor-signals-strip-advice = accendi SPI: sudo raspi-config nonint do_spi 0, poi riavvia il Pi; ferma il servizio (sudo systemctl stop companion) e riprova
doctor-signals-failed = { $signals } non obbedisce: { $reason }
