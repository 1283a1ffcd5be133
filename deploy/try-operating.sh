#!/usr/bin/env bash
# Types the commands of docs/operating.md into a new Debian that mmdebstrap makes and its own systemd runs: installation, first
# run, timer, metrics in the node exporter, pages, a service that is unavailable, an upgrade, cron. The built-in services take the
# place of real ones. It takes root, mmdebstrap, cgroups of version 2, npm's registry and some 3 GB in the temporary folder.
#
#   sudo deploy/try-operating.sh
#
# BASE_TAR is a Debian that an earlier call has made: mmdebstrap's own call is below.
set -euo pipefail
[ "$(id -u)" = 0 ] || { echo 'try-operating.sh: it takes root' >&2; exit 77; }
command -v mmdebstrap >/dev/null || { echo 'try-operating.sh: mmdebstrap is not installed' >&2; exit 77; }
clone=$(realpath "$(dirname "$0")/..")
page=$clone/docs/operating.md
say() { printf '\n== %s\n' "$*"; }

# boot <root>: makes systemd the first process of a namespace, with no network but loopback.
boot() {
  mount --bind "$1" "$1"
  cd "$1"
  mount -t proc proc proc
  mount -t sysfs -o ro sysfs sys
  mount -t cgroup2 cgroup2 sys/fs/cgroup
  mount -t tmpfs -o mode=755 tmpfs run
  mount -t tmpfs tmpfs tmp
  mount -t tmpfs -o mode=755 tmpfs dev
  for device in null zero full random urandom tty; do
    touch "dev/$device"
    mount --bind "/dev/$device" "dev/$device"
  done
  mkdir -p dev/pts dev/shm old
  mount -t tmpfs tmpfs dev/shm
  mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
  ln -s pts/ptmx dev/ptmx
  ln -s /proc/self/fd dev/fd
  hostname debian
  pivot_root . old
  umount -l /old
  exec /usr/bin/env -i container=other PATH=/usr/sbin:/usr/bin /lib/systemd/systemd
}
[ "${1:-}" != boot ] || boot "$2"

# Mounts end with the inner call; the outer one removes the folder then.
if [ -z "${WORK:-}" ]; then
  WORK=$(mktemp -d)
  trap 'rm -rf --one-file-system "$WORK"' EXIT
  WORK=$WORK unshare --mount --propagation private --kill-child "$0" "$@"
  exit
fi
work=$WORK
root=$work/root
systemd=''
trap '[ -z "$systemd" ] || kill -KILL "$systemd"' EXIT

say 'Debian 13 with Node.js, npm, git, cron, systemd and the node exporter'
mkdir "$root"
if [ -n "${BASE_TAR:-}" ]; then
  tar -xf "$BASE_TAR" -C "$root"
else
  mmdebstrap --quiet --variant=important trixie "$root" --include=ca-certificates,systemd,systemd-sysv,dbus,sudo,adduser \
    --include=nodejs,npm,git,cron,curl,prometheus-node-exporter
fi
chroot "$root" node --version
cp /etc/resolv.conf "$root/etc/"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
echo '127.0.0.1 localhost debian' >"$root/etc/hosts"
echo debian >"$root/etc/hostname"
echo uninitialized >"$root/etc/machine-id"
# What only a machine with a network and a console has.
for unit in systemd-udevd networking console-getty systemd-firstboot systemd-networkd-wait-online ifupdown-wait-online; do
  ln -sf /dev/null "$root/etc/systemd/system/$unit.service"
done
chroot "$root" useradd --create-home --shell /bin/bash --groups sudo ada
echo 'ada ALL=(ALL) NOPASSWD: ALL' >"$root/etc/sudoers.d/ada"
git -c safe.directory='*' clone --quiet --no-hardlinks "$clone" "$root/home/ada/folklore-ld"
chroot "$root" chown -R ada: /home/ada/folklore-ld

# blocks <heading> <number>: the commands of a block below a heading of the page.
blocks() {
  awk -v heading="## $1" -v number="$2" '
    /^## / { inside = $0 == heading; count = 0 }
    /^```$/ { open = 0 }
    inside && open { print }
    inside && /^```sh$/ { count += 1; open = count == number }' "$page"
}
# type_block <way into the root …>: types the standard input as its first user, in the clone.
type_block() {
  "$@" /usr/bin/env -i TERM=dumb PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/home/ada SHELL=/bin/bash \
    SUDO_EDITOR=/usr/local/bin/edit NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
    npm_config_update_notifier=false npm_config_registry="$(npm config get registry 2>/dev/null)" \
    setpriv --reuid ada --regid ada --init-groups bash -c 'cd ~/folklore-ld && exec bash -e'
}
# What a person would change in the files that `sudoedit` opens. No patience, so that the failure below is there at once.
cat >"$root/usr/local/bin/edit" <<'SCRIPT'
#!/bin/sh
printf 'ARCHIVE_API_KEY=sample-key-public-hazel\nPLACENAMES_API_KEY=sample-key-public-hazel\n' >"$1"
sed -i -e 's/patience: 15m /patience: 0 /' -e 's/perSecond: 4 /perSecond: 50 /' -e 's/^# metrics:/metrics:/' "$2"
SCRIPT
chmod 755 "$root/usr/local/bin/edit"

say 'Installation'
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
blocks Installation 1 | type_block chroot "$root"
umount -R "$root/dev"
umount "$root/proc"

cgroups=$(findmnt --noheadings --first-only --output TARGET --types cgroup2)
mkdir -p "$cgroups/try-operating"
(
  echo "$BASHPID" >"$cgroups/try-operating/cgroup.procs"
  exec unshare --mount --pid --fork --kill-child --uts --ipc --net --cgroup "$0" boot "$root"
) >"$work/boot.log" 2>&1 &
for _ in $(seq 100); do
  systemd=$(pgrep -P $! -f /lib/systemd/systemd || true)
  [ -z "$systemd" ] || break
  sleep 0.1
done
inside=(nsenter --target "$systemd" --mount --pid --uts --ipc --net --cgroup --root --wd)
until "${inside[@]}" systemctl is-system-running --wait 2>/dev/null | grep -E 'running|degraded'; do sleep 0.2; done
start_services() {
  "${inside[@]}" systemd-run --quiet --unit services --uid ada /usr/local/bin/folklore-ld serve
  until "${inside[@]}" curl --silent --output /dev/null http://127.0.0.1:4010/api; do sleep 0.2; done
}
start_services

# run_ended: waits for the end of the service, and prints its state and the exit code of the program.
run_ended() {
  while [ "$(state Job)" != '' ] || [ "$(state SubState)" = start ] || [ "$(state SubState)" = start-post ]; do sleep 0.5; done
  printf '%s %s\n' "$(state SubState)" "$(state ExecMainStatus)"
}
state() { "${inside[@]}" systemctl show folklore-ld.service --property "$1" --value; }
# status <member>: a member of the status file.
status() { "${inside[@]}" sed -n 's/^  "'"$1"'": "\{0,1\}\([^",]*\).*/\1/p' /var/lib/folklore-ld/.folklore-ld.status.json; }
# expect <what> <wanted> <seen>
expect() {
  [ "$2" = "$3" ] || { echo "try-operating.sh: $1: expected $2, got $3" >&2; exit 1; }
  echo "✓ $1: $3"
}
metric() { "${inside[@]}" curl -s http://127.0.0.1:9100/metrics | awk -v name="folklore_ld_$1{" 'index($1, name) == 1 { print $2 }'; }

say 'First run'
blocks 'First run' 1 | type_block "${inside[@]}"
blocks 'First run' 2 | type_block "${inside[@]}" 2>"$work/log" | tail -4

say 'Monthly run: metrics, service and timer'
blocks 'Monthly run' 4 | type_block "${inside[@]}"
blocks 'Monthly run' 1 | sed 's/ -f .*//' | type_block "${inside[@]}"
expect 'a run now, on the day of the first' 'dead 0' "$(run_ended)"
blocks 'Monthly run' 5 | type_block "${inside[@]}"

blocks 'Monthly run' 3 | type_block "${inside[@]}"
pages=$("${inside[@]}" systemctl show folklore-ld-browse.service --property ExecMainPID --value)

say 'a service is unavailable, then available again'
"${inside[@]}" systemctl stop services
"${inside[@]}" systemctl start --no-block folklore-ld.service
expect 'tried again in an hour' 'auto-restart 3' "$(run_ended)"
expect 'exit code for Prometheus' 3 "$(metric exit_code)"
start_services
"${inside[@]}" systemctl stop folklore-ld.service

say 'the timer starts the service'
before=$(status runId)
"${inside[@]}" mkdir -p /etc/systemd/system/folklore-ld.timer.d
printf '[Timer]\nOnCalendar=\nOnCalendar=*:*:0/5\nRandomizedDelaySec=0\n' |
  "${inside[@]}" tee /etc/systemd/system/folklore-ld.timer.d/often.conf >/dev/null
"${inside[@]}" systemctl daemon-reload
sleep 15
"${inside[@]}" systemctl disable --quiet --now folklore-ld.timer
expect 'a run by the timer' 'dead 0' "$(run_ended)"
[ "$before" != "$(status runId)" ]
expect 'exit code for Prometheus' 0 "$(metric exit_code)"
[ "$pages" != "$("${inside[@]}" systemctl show folklore-ld-browse.service --property ExecMainPID --value)" ]
blocks 'Monthly run' 3 | tail -1 | type_block "${inside[@]}"

say 'Upgrading: a build into a folder of its own'
blocks Upgrading 1 | type_block "${inside[@]}" 2>"$work/log" | tail -2

say 'cron, each minute in place of each month'
before=$(status runId)
sed 's/^17 3 2/* * */' "$clone/deploy/cron/folklore-ld" | "${inside[@]}" tee /etc/cron.d/folklore-ld >/dev/null
for _ in $(seq 90); do
  [ "$before" = "$(status runId)" ] || [ "$(status exitCode)" = null ] || break
  sleep 1
done
expect 'a run by cron' 0 "$(status exitCode)"
[ "$before" != "$(status runId)" ]
say 'done'
