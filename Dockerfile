# Builds the server in one image, and runs it in another without the toolchain.
#   docker build --tag oriel .
#   docker run --restart on-failure --publish 127.0.0.1:8080:8080 --volume oriel-data:/data oriel
# Your own database, my.sqlite in the volume:
#   docker run --restart on-failure --publish 127.0.0.1:8080:8080 --volume oriel-data:/data oriel \
#       serve my.sqlite --host 0.0.0.0 --allow-remote
# Anyone who reaches the port can read and write the database. Publish the port to this machine only, or to a proxy
# that authenticates users.

FROM swift:6.3-bookworm AS builder
WORKDIR /oriel
COPY scripts/setup scripts/setup
RUN scripts/setup run
COPY Package.* ./
RUN swift package resolve
COPY Sources Sources
COPY Tests Tests
COPY Fuzz Fuzz
COPY Examples Examples
COPY scripts scripts
# Function names stay, because the backtrace of a crash needs them: 22 MB instead of 15.
RUN scripts/release .build oriel && install -D .build/release/oriel /out/oriel && strip --strip-debug /out/oriel

FROM swift:6.3-bookworm-slim
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends libmicrohttpd12 libgnutls30 libjansson4 libsqlite3-0 zlib1g \
        libcrypt1 libcurl3-gnutls libpq5 libqrencode4 ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin oriel \
    && install -d -o oriel -g oriel /data
COPY --from=builder /out/oriel /usr/local/bin/oriel
COPY --from=builder /usr/libexec/swift/linux/swift-backtrace-static /usr/local/libexec/swift-backtrace-static
COPY public /usr/local/share/oriel/public
COPY config/oriel.yaml /etc/oriel/oriel.yaml

ENV SWIFT_BACKTRACE=enable=yes,threads=crashed,color=no,swift-backtrace=/usr/local/libexec/swift-backtrace-static

USER 10001:10001
# The demo database is in data/ below the working directory.
WORKDIR /data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=4s --start-period=10s CMD ["oriel", "health"]
ENTRYPOINT ["oriel"]
CMD ["serve", "--demo", "--host", "0.0.0.0", "--allow-remote", "--port", "8080", "--config", "/etc/oriel/oriel.yaml"]
