#!/usr/bin/env bash
# Runs the steps of deploy/Dockerfile without Docker, in a bare Debian made by mmdebstrap, and then the program as an ordinary
# user with a read-only root. It takes root, mmdebstrap, npm's registry and some 2 GB in the temporary folder.
#
#   sudo deploy/try-in-bare-root.sh
#
# NODE is the node that is copied in place of that of the base image (by default the one on the PATH), BASE_TAR a Debian that
# an earlier call has made, SUITE the version of Debian. Only the instructions that the Dockerfile has are understood.
set -euo pipefail
[ "$(id -u)" = 0 ] || { echo 'try-in-bare-root.sh: it takes root' >&2; exit 77; }
command -v mmdebstrap >/dev/null || { echo 'try-in-bare-root.sh: mmdebstrap is not installed' >&2; exit 77; }

# Mounts and processes end with the inner call; the outer one removes the folder then.
if [ -z "${WORK:-}" ]; then
  WORK=$(mktemp -d)
  trap 'rm -rf --one-file-system "$WORK"' EXIT
  WORK=$WORK unshare --mount --pid --fork --kill-child "$0" "$@"
  exit
fi

work=$WORK
clone=$(realpath "$(dirname "$0")/..")
node=${NODE:-$(readlink -f "$(command -v node)")}
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
cache=$(npm config get cache 2>/dev/null)

say() { printf '\n== %s\n' "$*"; }

say "base: Debian ${SUITE:-bookworm}, node $("$node" --version)"
mkdir "$work/base"
if [ -n "${BASE_TAR:-}" ]; then
  tar -xf "$BASE_TAR" -C "$work/base"
else
  mmdebstrap --quiet --variant=minbase --include=ca-certificates,libstdc++6 "${SUITE:-bookworm}" "$work/base"
fi
mkdir -p "$work/base/usr/local/lib/node_modules" "$work/base/npm-cache"
cp "$node" "$work/base/usr/local/bin/node"
cp -r "$npm" "$work/base/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/base/usr/local/bin/npm"
chroot "$work/base" useradd --uid 1000 --create-home node
cp /etc/resolv.conf /etc/hosts "$work/base/etc/"
cp /etc/ssl/certs/ca-certificates.crt "$work/base/etc/ssl/certs/ca-certificates.crt"

# in_root <root> <user> <folder> <command …>: runs a command there, with an environment of its own.
in_root() {
  local root=$1 user=$2 folder=$3
  shift 3
  # shellcheck disable=SC2016
  chroot --userspec="$user" "$root" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/tmp \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt npm_config_cache=/npm-cache npm_config_prefer_offline=true \
    npm_config_update_notifier=false FOLKLORE_LD_LOG_LEVEL=warn npm_config_registry="$(npm config get registry 2>/dev/null)" "${variables[@]}" \
    /bin/sh -c 'cd "$0" && exec "$@"' "$folder" "$@"
}

mount_system() {
  mount -t proc proc "$1/proc"
  mount --rbind /dev "$1/dev"
  mount -t tmpfs tmpfs "$1/tmp"
  mkdir -p "$cache"
  mount --bind "$cache" "$1/npm-cache"
}

variables=() user=0:0 folder=/ root='' entrypoint='' health=''
while IFS= read -r line; do
  instruction=${line%% *} rest=${line#* }
  case $instruction in
    '' | '#'* | ARG | LABEL | VOLUME | CMD) ;;
    FROM)
      say "$line"
      stage=final
      [[ $rest != *' AS '* ]] || stage=${rest##* AS }
      root=$work/$stage variables=() user=0:0 folder=/
      cp -a "$work/base" "$root"
      mount_system "$root"
      ;;
    WORKDIR) folder=$rest && mkdir -p "$root$folder" ;;
    ENV) variables+=("$rest") ;;
    USER) user=$rest ;;
    ENTRYPOINT) entrypoint=$rest ;;
    HEALTHCHECK) health=${rest#*CMD } ;;
    COPY)
      say "$line"
      from=$clone
      if [[ $rest == --from=* ]]; then
        from=${rest%% *} from=$work/${from#--from=} rest=${rest#* }
      fi
      to=${rest##* } sources=${rest% *}
      [[ $to == /* ]] || to=$folder/$to
      if [ "$from" = "$clone" ] && [ "$sources" = . ]; then
        # What deploy/Dockerfile.dockerignore names.
        # shellcheck disable=SC2046
        (shopt -s globstar nullglob && cd "$clone" && tar -cf - $(sed -n 's/^!//p' deploy/Dockerfile.dockerignore)) |
          tar -xf - -C "$root$to"
      else
        for source in $sources; do
          # A source may be a pattern.
          # shellcheck disable=SC2086
          cp -rT "$from"/${source#/} "$root$to$([ -d "$root$to" ] && basename "$from"/${source#/} | sed 's#^#/#')"
        done
      fi
      ;;
    RUN)
      say "$line"
      in_root "$root" "$user" "$folder" /bin/sh -c "$rest"
      ;;
    *) echo "try-in-bare-root.sh: unknown instruction: $line" >&2 && exit 1 ;;
  esac
done < <(sed -e ':a' -e '/\\$/N; s/ *\\\n */ /; ta' "$clone/deploy/Dockerfile" | sed 's/^ *//')

# What Docker does for `--read-only --tmpfs /tmp -v …:/data`.
umount "$root/npm-cache"
mkdir "$work/data" && chown 1000:1000 "$work/data"
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
mount --bind "$work/data" "$root$folder"

list() { node -p 'JSON.parse(process.argv[1]).join("\n")' "$1"; }
mapfile -t program < <(list "$entrypoint")
mapfile -t healthy < <(list "$health")
run() {
  say "user $user, read-only root: ${program[*]} $*"
  in_root "$root" "$user" "$folder" "${program[@]}" "$@"
}

if in_root "$root" 0:0 / touch /usr/written 2>/dev/null; then echo 'the root can be written' >&2 && exit 1; fi
[ "$(in_root "$root" "$user" / id -u)" = 1000 ]
run --version
run export --sample | tail -3
run doctor --sample | tail -3
run verify output/sample | tail -1
run serve --port 4010 >"$work/serve.log" 2>&1 &
server=$!
for _ in $(seq 50); do ! grep -qs '"archive"' "$work/serve.log" || break; sleep 0.2; done
say 'health check, of a service that answers and of one that does not'
variables+=(HEALTH_URL=http://127.0.0.1:4010/api)
in_root "$root" "$user" "$folder" "${healthy[@]}"
variables+=(HEALTH_URL=http://127.0.0.1:1/api)
if in_root "$root" "$user" "$folder" "${healthy[@]}"; then echo 'the health check accepts anything' >&2 && exit 1; fi
kill "$server"
run query output/sample q01 --format csv | tail -1
run browse output/sample --host 0.0.0.0 --port 4030 >"$work/browse.log" 2>&1 &
server=$!
for _ in $(seq 100); do ! grep -qs '"url"' "$work/browse.log" || break; sleep 0.2; done
variables+=(HEALTH_URL=http://127.0.0.1:4030/)
in_root "$root" "$user" "$folder" "${healthy[@]}"
kill "$server"
say "size of the program: $(du -sm "$root/app" | cut -f1) MB"
say 'done'
