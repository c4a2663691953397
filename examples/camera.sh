#!/bin/sh
# A camera in POSIX sh and curl, nothing else: copy this one file to the device.
#
#   sh camera.sh -m line-1 -d bolts ~/Pictures
#
# starts the monitor's session, posts every picture of a folder (or the single files that are named) one after the other,
# stops the session and says what became of each picture. A picture is tried again until it is acknowledged: with the
# same date, name and bytes it is the same frame, which Sightline counts once. The device key is read from SIGHTLINE_KEY.
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
sent=0 accepted=0 retried=0 refused=0 lost=0 running=no

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
  status=$(printf 'header = "X-Device-Key: %s"\n' "${SIGHTLINE_KEY:-}" |
    curl --config - --silent --show-error --max-time 30 --output "$work/answer" --dump-header "$work/headers" \
      --write-out '%{http_code}' "$@" "$address" 2> "$work/problem") || status=000
  text=$(sed -nE 's/.*"result":"(([^"\\]|\\.)*)".*/\1/p' "$work/answer" 2> /dev/null)
  # Something between us and the service may answer 200 with a page of its own: that acknowledges nothing.
  if [ "$status" = 200 ] && [ -z "$text" ]; then
    status=000
    echo "an answer that is not the service's" > "$work/problem"
  fi
  [ "$status" != 000 ] || text=$(head -n 1 "$work/problem")
}

# No answer, a caller over its rate, a server that is busy or failing; any other refusal is final.
is_worth_retry() {
  case $status in
    000 | 429 | 5??) return 0 ;;
    *) return 1 ;;
  esac
}

# Seconds before the next try: what Retry-After asks for, and a random share of a doubling span, for cameras that failed
# together must not come back together.
rest() {
  asked=$(sed -n 's/^[Rr]etry-[Aa]fter: *\([0-9]\{1,3\}\)[^0-9]*$/\1/p' "$work/headers" 2> /dev/null | tail -n 1)
  sleep "$(awk -v asked="${asked:-0}" -v tries="$tries" -v seed="$$$sent$tries$(date +%S)" '
    BEGIN {
      srand(seed)
      span = 2 ^ (tries - 1)
      printf "%d", asked + rand() * ((span < 10 ? span : 10) + 1)
    }')"
}

# insist ADDRESS [CURL OPTION...]: the same request until there is an answer to go by; sets `tries` too.
insist() {
  tries=1
  : > "$work/headers"
  once "$@"
  while is_worth_retry && [ "$tries" -lt "$attempts" ]; do
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
    echo "$monitor was not started: $status $text" >&2
    exit 1
  fi
}

stop() {
  [ "$running" = yes ] || return 0
  running=no
  insist "$base/stop"
  case $status in
    200 | 409) return 0 ;;
    *) echo "The session was not stopped: $status $text" >&2 && return 1 ;;
  esac
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
  # Said once, so that every try is the same frame. `date` knows no milliseconds: the count keeps frames in their order.
  query="date=$(date +%s)$(printf %03d $((sent % 1000)))&name=$(encode "$name")"
  [ -z "$dataset" ] || query="$query&dataset=$(encode "$dataset")"
  [ -z "$tag" ] || query="$query&tag=$(encode "$tag")"
  sent=$((sent + 1))
  insist "$base/image?$query" --header "Content-Type: $type" --header 'Expect:' --data-binary "@$1"
  if [ "$status" = 200 ]; then
    accepted=$((accepted + 1))
  elif is_worth_retry; then
    lost=$((lost + 1))
    echo "lost $name: $status $text" >&2
  else
    refused=$((refused + 1))
    echo "refused $name: $status $text" >&2
  fi
}

is_picture() {
  case $1 in
    *.[Jj][Pp][Gg] | *.[Jj][Pp][Ee][Gg] | *.[Pp][Nn][Gg] | *.[Ww][Ee][Bb][Pp]) [ -f "$1" ] ;;
    *) return 1 ;;
  esac
}

trap 'stop; rm -rf "$work"' EXIT
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
