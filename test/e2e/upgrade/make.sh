#!/bin/sh
# Makes f870f699.tar.br again: the folder of an institution after its first month with the program of that commit (README.md).
set -eu
root=$(git rev-parse --show-toplevel)
work=$(mktemp -d)
git -C "$root" worktree add --detach "$work/program" f870f699
cp -al "$root/node_modules" "$work/program/node_modules"
(cd "$work/program" && npm run build)
program="node $work/program/dist/cli/main.js"
mkdir "$work/month" && cd "$work/month"

$program init --archive-url http://archive.test:4310 --placenames-url http://places.test:4311
# Few records, one format, and a second harvest that is not a sweep, whenever the test runs.
sed -i -E -e '/yaml-language-server/d' -e 's/^kinds: .*/kinds: [schools, people]/' -e 's/^formats: .*/formats: [nt]/' \
  -e 's/^(feed|browseIndex): .*/\1: true/' -e 's/sweepDays: [0-9]+/sweepDays: 100000/' \
  -e 's/perSecond: [0-9]+/perSecond: 1000/' -e 's/maxWithdrawn: [0-9.]+/maxWithdrawn: 1/' folklore-ld.config.yaml

$program serve --port 4310 > ../served.json &
served=$!
trap 'kill $served' EXIT
until [ -s ../served.json ]; do kill -0 $served && sleep 0.1; done
key=$(node -p 'JSON.parse(fs.readFileSync("../served.json", "utf8")).keys.public')
# The names in the configuration lead to this machine.
cat > ../names.cjs <<'JS'
const dns = require('node:dns');
const { lookup } = dns;
dns.lookup = (host, ...rest) => lookup(host.endsWith('.test') ? '127.0.0.1' : host, ...rest);
JS
ARCHIVE_API_KEY=$key PLACENAMES_API_KEY=$key NODE_OPTIONS="--require $work/names.cjs" \
  $program export --config folklore-ld.config.yaml --release 2026-10-01

tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -c . |
  node -e 'process.stdin.pipe(zlib.createBrotliCompress()).pipe(process.stdout)' > "$root/test/e2e/upgrade/f870f699.tar.br"
git -C "$root" worktree remove --force "$work/program"
rm -r "$work"
