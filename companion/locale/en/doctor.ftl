# What `companion doctor` says.

doctor-status-ok = ok
doctor-status-warning = warning
doctor-status-failed = failed
doctor-status-skipped = skipped

doctor-name-camera = camera
doctor-name-gpio = gpio
doctor-name-zbar = zbar
doctor-name-reading = reading
doctor-name-disk = disk
doctor-name-clock = clock
doctor-name-network = network
doctor-name-mat = mat
doctor-name-light = light
doctor-name-configuration = configuration

doctor-configuration-advice = Put that line right; `companion doctor --config FILE` says whether the file can be used

doctor-no-picture = Needs a picture, and the camera gives none

doctor-camera-ok = { $source } gives pictures of { $width } x { $height }
doctor-camera-none = { $source } gives no picture: { $reason }
doctor-camera-picamera = Stop the service (sudo systemctl stop companion), look at the ribbon cable, try: rpicam-hello --list-cameras; picamera2 comes with: sudo apt install python3-picamera2
doctor-camera-v4l2 = Stop the service (sudo systemctl stop companion), plug the camera in again, try: v4l2-ctl --list-devices (sudo apt install v4l-utils)
doctor-camera-phone = Start the companion (companion run), open its page /camera on the phone that is to watch the table, and give the camera
doctor-camera-file = Name a video or a folder of pictures under [eye] source in companion.toml
doctor-camera-virtual = Install the companion again: the virtual table needs nothing else

doctor-signals-off = Not used: signals = "{ $signals }"
doctor-signals-gpio = The pins { $pins } can be used ({ $through })
doctor-signals-gpio-advice = Stop the service (sudo systemctl stop companion) and try again; the user must be in the group gpio
doctor-signals-gpio-no-pins = signals = "gpio", but no pin is named
doctor-signals-gpio-no-pins-advice = Name the pins of lamps, buzzer and buttons under [pins] in companion.toml

doctor-zbar-ok = QR control cards can be read
doctor-zbar-none = QR control cards cannot be read: zbar is not installed
doctor-zbar-none-advice = sudo apt install libzbar0

doctor-reading-quick = Cards are read with { $engine }
doctor-reading-slow = Cards are read with { $engine }: photographs take half as long again as with ONNX Runtime

doctor-disk-ok = { $path }: { $free } MB free
doctor-disk-read-only = { $path } cannot be written: { $reason }
doctor-disk-read-only-advice = Give the folder to the user who runs the companion, or set STATE_DIRECTORY to a folder of yours
doctor-disk-full = Make room: a full disk stops the journal, and with it the match

doctor-clock-ok = { $now }, kept by the network
doctor-clock-unknown = { $now }; nobody can say here whether the network keeps it
doctor-clock-alone = { $now }, not kept by the network
doctor-clock-alone-advice = Connect to a network and type: sudo timedatectl set-ntp true (a Raspberry Pi has no battery for its clock)
doctor-clock-wrong = { $now } cannot be right
doctor-clock-wrong-advice = Connect to a network and type: sudo timedatectl set-ntp true - or: sudo date -s "2026-12-31 20:00"

doctor-network-ok = Phones open { $urls }
doctor-network-no-name = For the name { $name } besides: sudo apt install avahi-daemon
doctor-network-loopback = { $url }, on this machine only
doctor-network-loopback-advice = To let phones in: host = "0.0.0.0" under [web] in companion.toml
doctor-network-none = This machine is on no network, so no phone can reach it
doctor-network-none-advice = Connect it by cable or wireless: sudo nmtui
doctor-network-taken = Port { $port } is taken by another program
doctor-network-taken-advice = Stop that program, or choose another port under [web] in companion.toml
doctor-network-refused = { $reason }
doctor-network-refused-advice = Use host = "127.0.0.1" or "0.0.0.0" and a port above 1023 under [web] in companion.toml

doctor-mat-ok = { $seen } of { $of } markers seen; a card is { $width } pixels wide
doctor-mat-by-hand = A mat without markers, its zones given by hand; a card is { $width } pixels wide
doctor-mat-unneeded = Not needed: the piles are found as they lie when a match begins
doctor-mat-none = No mat is seen
doctor-mat-none-advice = Lay the mat so that the camera sees all of it, nothing on its markers; print one with: companion print mat --game the_game --out mat.pdf
doctor-mat-small = { $needed } pixels are needed: hang the camera lower, or print the mat at 100 %
doctor-mat-hidden = Clear the markers: with so few a sleeve hides the mat

doctor-light = Brightness { $mean } of 255, { $clipped } % pure white, contrast { $contrast }
doctor-light-dark = It is dark: take the cap off the lens, switch the lamp on
doctor-light-dim = Too dim for sure reading: more light, best from two sides
doctor-light-glaring = Overexposed: less light, or none straight from above
doctor-light-clipped = The lamp is mirrored or the picture overexposed: move the lamp to the side, or put white paper before it
doctor-light-flat = Washed out: clean the lens, and let no lamp or window shine into it

doctor-name-power = power
doctor-name-temperature = temperature
doctor-name-card = card

doctor-power-ok = The voltage has been enough since it was switched on
doctor-power-low = Too little voltage, just now
doctor-power-was-low = There was too little voltage since it was switched on
doctor-power-slowed = The processor is held back, just now
doctor-power-was-slowed = The processor was held back since it was switched on
doctor-power-unknown = This machine does not tell its voltage
doctor-power-advice = Use the power supply made for this Pi and a short cable; with too little voltage it stops or tears what it writes
doctor-temperature = The processor has { $celsius } °C
doctor-temperature-unknown = This machine does not tell its temperature
doctor-temperature-advice = Let air to the Pi: a fan or a heat sink, a case with openings, no sun
doctor-card-ok = { $name }: no errors
doctor-card-written = , { $gigabytes } GB written so far
doctor-card-unknown = { $name }: it does not tell how worn it is
doctor-card-worn = { $name }: { $percent } % of its life is used up
doctor-card-errors = { $name }: { $errors ->
    [one] an error was
   *[other] { $errors } errors were
} met while reading or writing
doctor-card-replace = Make a backup today, then use another card
doctor-card-forgets = { $name }: what is written here is gone when the power goes
doctor-card-forgets-advice = Keep the state on a stick or a partition of its own: docs/reference.md, "Read-only root"

doctor-no-picture-yet = { $source } has not given a picture yet
doctor-camera-pace = { $rate } a second are watched, { $percent } % were left out
doctor-camera-slow = So few are seen late: let air to the Pi, end what else runs on it
doctor-signals-set = { $signals } answers

doctor-title-gpio = lamps
doctor-source-virtual = The drawn table
doctor-source-picamera = The Pi’s camera
doctor-source-v4l2 = The USB camera ({ $name })
doctor-source-phone = A phone’s camera
doctor-device-dark = No lamps are wired: the phones show what they would say
doctor-device-console = No lamps: what they would say is written as lines, and on the phones
doctor-title-zbar = QR cards

doctor-signals-strip = The strip of LEDs at { $through } can be used (pins { $pins } besides)
doctor-signals-strip-advice = Switch SPI on: sudo raspi-config nonint do_spi 0, then start the Pi again; stop the service (sudo systemctl stop companion) and try again
doctor-signals-failed = { $signals } does not obey: { $reason }
