#!/bin/sh
# Loads this release into a store of Apache Jena (TDB2): every dataset into a graph of its own, in the place of what
# was there. No server may have the store open meanwhile. JENA_BIN is the folder of the programs of Jena, when
# they are not found without.
#
#   sh bulk/jena-tdb2.sh ../store
#   fuseki-server --config=bulk/fuseki.ttl
#
# bulk/fuseki.ttl serves the folder "store" of the place where Fuseki is started.
set -eu
store=${1:?name the folder of the store}
case $store in /*) ;; *) store=$PWD/$store ;; esac
bin=${JENA_BIN:+$JENA_BIN/}
cd "$(dirname "$0")/.."
# What is not there, or breaks off, is told before anything is changed.
{{check}}
if [ -d "$store" ]; then
  "$bin"tdb2.tdbupdate --loc="$store" {{drop}}
fi
{{loads}}
