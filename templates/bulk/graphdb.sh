#!/bin/sh
# Loads this release into a repository of GraphDB or of an RDF4J server: every dataset into a graph of its own, in
# the place of what was there. A query that names no graph sees all of them. Who has to log in keeps user and
# password in a file that only they can read (machine HOST login USER password PASSWORD), and names it in NETRC.
#
#   GRAPHDB=http://127.0.0.1:7200/repositories/folklore sh bulk/graphdb.sh
set -eu
repository=${GRAPHDB:?the URL of the repository}
cd "$(dirname "$0")/.."
send() {
  curl --fail --silent --show-error --netrc-file "${NETRC:-/dev/null}" --request "$1" --header "Content-Type: $2" \
    --upload-file - "$repository/$3"
}
# What is not there, or breaks off, is told before anything is changed.
{{check}}
echo {{dropEmpty}} | send POST 'application/sparql-update' statements
{{loads}}
