#!/bin/sh
# A camera in POSIX sh and curl, nothing else: copy this one file to the device.
#
#   sh camera.sh -m line-1 -d bolts ~/Pictures
#
# starts the monitor's session, posts every picture of a folder (or the single files that are named) one after the other,
# stops the session and says what became of each picture. A picture is tried again until it is acknowledged: with the
# same date, name and bytes it is the same frame, which Sightline counts once. Its date is that of its EXIF, else that of
# the file: the same folder sent again adds nothing. The device key is read from SIGHTLINE_KEY.
set -u

usage() {
  echo "usage: camera.sh -m MONITOR [-d DATASET] [-t TAG] [-u BASE_URL] [-n TRIES] PICTURE_OR_FOLDER..." >&2
  exit 2
}

url=http://127.0.0.1:5001/demo-sightline/us-central1
monitor='' dataset='' tag='' attempts=8
while getopts m:d:t:u:n: option; do
  case $option in
    m) monitor=$OPTARG ;;
    d) dataset=$OPTARG ;;
    t) tag=$OPTARG ;;
    u) url=${OPTARG%/} ;;
    n) attempts=$OPTARG ;;
    *) usage ;;
  esac
done
shift $((OPTIND - 1))
[ -n "$monitor" ] && [ $# -gt 0 ] || usage

for place; do
  [ -e "$place" ] || { echo "$place is neither a file nor a folder." >&2 && exit 1; }
done

work=$(mktemp -d) || exit 1
sent=0 accepted=0 retried=0 refused=0 lost=0 running=no nap=''
# A file that was edited elsewhere may end its lines in another way.
key=$(printf %s "${SIGHTLINE_KEY:-}" | tr -d '[:space:]')

# Percent-encoded where need be, byte by byte: names may hold anything.
encode() {
  case $1 in
    *[!A-Za-z0-9._-]*) printf %s "$1" | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g' ;;
    *) printf %s "$1" ;;
  esac
}

# once ADDRESS [CURL OPTION...]: one request; sets `status` (000 when there was no answer) and `text`.
once() {
  address=$1
  shift
  # The key stands in a configuration that curl reads, for everybody sees the arguments of a command.
  status=$(printf 'header = "X-Device-Key: %s"\n' "$key" |
    curl --config - --silent --show-error --max-time 30 --output "$work/answer" --dump-header "$work/headers" \
      --write-out '%{http_code}' "$@" "$address" 2> "$work/problem") || status=000
  text=$(sed -nE 's/.*"result":"(([^"\\]|\\.)*)".*/\1/p' "$work/answer" 2> /dev/null)
  # Something between us and the service may answer 200 with a page of its own: that acknowledges nothing.
  if [ "$status" = 200 ] && [ -z "$text" ]; then
    status=000
    echo "an answer that is not the service's" > "$work/problem"
  fi
  [ "$status" != 000 ] || text=$(explain)
}

# Why there was no answer, for the person at the camera: the exit statuses of curl, in words.
explain() {
  host=${url#*://}
  host=${host%%/*}
  problem=$(head -n 1 "$work/problem")
  case $problem in
    'curl: (6)'*) echo "the address of ${host%:*} cannot be found: is this device offline?" ;;
    'curl: (7)'*) echo "nothing answers at $url: is it running, and is this device online?" ;;
    'curl: (28)'*) echo "no answer within 30 s" ;;
    'curl: '*) echo "the connection to ${host%:*} broke (${problem#curl: })" ;;
    *) echo "$problem" ;;
  esac
}

# What became of the last request; there is no status where there was no answer.
said() {
  [ "$status" = 000 ] || printf '%s ' "$status"
  echo "$text"
}

# No answer, a caller over its rate, a server that is busy or failing; any other refusal is final.
is_worth_retry() {
  case $status in
    000 | 429 | 5??) return 0 ;;
    *) return 1 ;;
  esac
}

# Seconds before the next try: what Retry-After asks for, half of a doubling span and a random share of the rest, for cameras
# that failed together must not come back together. Eight tries wait for a minute at least, and two at most: a server that
# restarts is outlived.
rest() {
  asked=$(sed -n 's/^[Rr]etry-[Aa]fter: *\([0-9]\{1,\}\)[^0-9]*$/\1/p' "$work/headers" 2> /dev/null | tail -n 1)
  # In the background, for a shell heeds a signal only between two commands, or while it waits for one of these.
  sleep "$(awk -v asked="${asked:-0}" -v tries="$tries" -v seed="$$$sent$tries$(date +%S)" '
    BEGIN {
      srand(seed)
      span = tries < 7 ? 2 ^ (tries - 1) : 64
      printf "%d", (asked < 120 ? asked : 120) + span / 2 + rand() * span / 2 + 0.5
    }')" &
  nap=$!
  wait "$nap"
  nap=''
}

# insist ADDRESS [CURL OPTION...]: the same request until there is an answer to go by; sets `tries` too.
insist() {
  tries=1
  : > "$work/headers"
  once "$@"
  while is_worth_retry && [ "$tries" -lt "$attempts" ]; do
    [ "$tries" -ne 3 ] || echo "No answer from $url yet: trying again." >&2
    rest
    tries=$((tries + 1))
    retried=$((retried + 1))
    : > "$work/headers"
    once "$@"
  done
}

base=$url/monitor/$(encode "$monitor")

start() {
  insist "$base/start"
  # 409 after a try whose answer was lost: that try had started it.
  if [ "$status" = 200 ] || { [ "$status" = 409 ] && [ "$tries" -gt 1 ]; }; then
    running=yes
  else
    echo "$monitor was not started: $(said)" >&2
    exit 1
  fi
}

stop() {
  [ "$running" = yes ] || return 0
  running=no
  insist "$base/stop"
  case $status in
    200 | 409) return 0 ;;
    *) echo "The session was not stopped: $(said)" >&2 && return 1 ;;
  esac
}

# Unix milliseconds: EXIF's, else the file's, else now. `date` knows no milliseconds: the count keeps frames in their order.
date_of() {
  taken=$(exif_date "$1")
  written=$(date -r "$1" +%s 2> /dev/null || stat -c %Y "$1" 2> /dev/null || stat -f %m "$1" 2> /dev/null)
  case $written in
    '' | 0 | *[!0-9]*) written='' ;;
    *) written=${written}000 ;;
  esac
  : "${taken:=$written}"
  echo "${taken:-$(date +%s)$(printf %03d $((sent % 1000)))}"
}

# Unix milliseconds of a JPEG's DateTimeOriginal; nothing where it has none, or does not tell the time zone as well.
# EXIF stands near the begin of a file; a segment has at most 64 KiB.
exif_date() {
  od -An -v -tu1 -N 131072 "$1" | LC_ALL=C awk '
    { for (i = 1; i <= NF; i++) b[n++] = $i }

    function short(at) { return big ? b[at] * 256 + b[at + 1] : b[at + 1] * 256 + b[at] }
    function long(at) { return big ? short(at) * 65536 + short(at + 2) : short(at + 2) * 65536 + short(at) }

    # Where a field of a directory stands; 0: nowhere.
    function find(directory, tag,    at, end) {
      end = directory + 2 + 12 * short(directory)
      for (at = directory + 2; at < end && at < n; at += 12) if (short(at) == tag) return at
      return 0
    }

    # Fields of type 2 are text that ends with a zero byte.
    function text(directory, tag,    at, size, from, all, i) {
      at = find(directory, tag)
      if (!at || short(at + 2) != 2) return ""
      size = long(at + 4)
      from = size <= 4 ? at + 8 : tiff + long(at + 8)
      if (from + size > n) return ""
      for (i = from; i < from + size && b[i] != 0; i++) all = all sprintf("%c", b[i] + 0)
      return all
    }

    function is_leap(year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 }
    function days_of(year, month) {
      return month == 2 ? 28 + is_leap(year) : month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
    }

    END {
      if (b[0] != 255 || b[1] != 216) exit
      for (at = 2; at + 10 <= n && b[at] == 255 && b[at + 1] != 218; at += 2 + b[at + 2] * 256 + b[at + 3]) {
        if (b[at + 1] == 225 && b[at + 4] == 69 && b[at + 5] == 120 && b[at + 6] == 105 && b[at + 7] == 102 &&
          b[at + 8] == 0 && b[at + 9] == 0) { tiff = at + 10; break }
      }
      if (!tiff) exit
      big = b[tiff] == 77
      # 34665 leads to the directory of EXIF; 36867 is the time, 36881 its zone, 37521 its decimals.
      pointer = find(tiff + long(tiff + 4), 34665)
      if (!pointer) exit
      inner = tiff + long(pointer + 8)
      time = text(inner, 36867); zone = text(inner, 36881); decimals = text(inner, 37521)
      if (time !~ /^[0-9][0-9][0-9][0-9]:[0-9][0-9]:[0-9][0-9] [0-9][0-9]:[0-9][0-9]:[0-9][0-9]$/) exit
      if (zone !~ /^[-+][0-9][0-9]:[0-9][0-9]$/) exit
      split(time, t, /[: ]/)
      if (t[1] < 1969 || t[2] < 1 || t[2] > 12 || t[3] < 1 || t[3] > days_of(t[1], t[2] + 0)) exit
      if (t[4] > 23 || t[5] > 59 || t[6] > 59) exit
      for (year = 1970; year < t[1]; year++) days += 365 + is_leap(year)
      for (month = 1; month < t[2]; month++) days += days_of(t[1], month)
      if (t[1] < 1970) days = days - 365
      seconds = (days + t[3] - 1) * 86400 + t[4] * 3600 + t[5] * 60 + t[6]
      seconds -= (substr(zone, 2, 2) * 3600 + substr(zone, 5, 2) * 60) * (substr(zone, 1, 1) == "-" ? -1 : 1)
      sub(/[^0-9].*$/, "", decimals)
      if (seconds >= 0 && seconds * 1000 + substr(decimals "000", 1, 3) > 0) printf "%.0f", seconds * 1000 + substr(decimals "000", 1, 3)
    }'
}

send() {
  name=${1##*/}
  if [ ! -r "$1" ]; then
    sent=$((sent + 1)) lost=$((lost + 1))
    echo "lost $name: it cannot be read" >&2
    return
  fi
  case $name in
    *.[Pp][Nn][Gg]) type=image/png ;;
    *.[Ww][Ee][Bb][Pp]) type=image/webp ;;
    *) type=image/jpeg ;;
  esac
  # Said once, so that every try is the same frame.
  query="date=$(date_of "$1")&name=$(encode "$name")"
  [ -z "$dataset" ] || query="$query&dataset=$(encode "$dataset")"
  [ -z "$tag" ] || query="$query&tag=$(encode "$tag")"
  sent=$((sent + 1))
  insist "$base/image?$query" --header "Content-Type: $type" --header 'Expect:' --data-binary "@$1"
  if [ "$status" = 200 ]; then
    accepted=$((accepted + 1))
  elif is_worth_retry; then
    lost=$((lost + 1))
    echo "lost $name: $(said)" >&2
  else
    refused=$((refused + 1))
    echo "refused $name: $(said)" >&2
  fi
}

is_picture() {
  case $1 in
    *.[Jj][Pp][Gg] | *.[Jj][Pp][Ee][Gg] | *.[Pp][Nn][Gg] | *.[Ww][Ee][Bb][Pp]) [ -f "$1" ] ;;
    *) return 1 ;;
  esac
}

leave() {
  [ -z "$nap" ] || kill "$nap" 2> /dev/null
  stop
  rm -rf "$work"
}

trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

start
for place; do
  if [ -d "$place" ]; then
    for file in "${place%/}"/*; do
      is_picture "$file" && send "$file"
    done
  else
    send "$place"
  fi
done
stopped=yes
stop || stopped=no
echo "sent $sent, accepted $accepted, retried $retried, refused $refused, lost $lost"
[ "$lost" -eq 0 ] && [ "$accepted" -gt 0 ] && [ "$stopped" = yes ]
