#!/bin/sh
# Loads this release into a store of Oxigraph 0.4 or later: every dataset into a graph of its own, in the place of
# what was there. No server may have the store open meanwhile. OXIGRAPH names the program when it is elsewhere.
#
#   sh bulk/oxigraph.sh ../store
#   oxigraph serve-read-only --location ../store --union-default-graph
#
# With --union-default-graph a query that names no graph sees all of them, as the questions in queries/ expect.
set -eu
store=${1:?name the folder of the store}
case $store in /*) ;; *) store=$PWD/$store ;; esac
oxigraph=${OXIGRAPH:-oxigraph}
cd "$(dirname "$0")/.."
# What is not there, or breaks off, is told before anything is changed.
{{check}}
if [ -d "$store" ]; then
  "$oxigraph" update --location "$store" --update {{drop}}
fi
{{loads}}
