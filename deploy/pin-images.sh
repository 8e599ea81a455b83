#!/bin/sh
# Prints, for .env, the digests of the images that compose.yaml and the Dockerfile name: `sh deploy/pin-images.sh >> .env`.
# From then on every machine runs the same bytes; run it anew to take updates.
set -eu
digest() { docker buildx imagetools inspect "$1" --format '{{.Manifest.Digest}}'; }
echo "NODE_IMAGE=node:24-bookworm-slim@$(digest node:24-bookworm-slim)"
echo "POSTGRES_IMAGE=postgres:18@$(digest postgres:18)"
echo "NGINX_IMAGE=nginx:1.29@$(digest nginx:1.29)"
