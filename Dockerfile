# Builds the server in one image, and copies what it needs into an empty one: the program, its libraries, the browser
# client (scripts/image).
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
COPY public public
COPY config config
RUN scripts/image .build /image

FROM scratch
COPY --from=builder /image /
# The two folders that the user writes to.
COPY --from=builder --chown=10001:10001 /image/data/ /data/
COPY --from=builder --chown=10001:10001 /image/tmp/ /tmp/

ENV PATH=/usr/bin
ENV SWIFT_BACKTRACE=enable=yes,threads=crashed,color=no,swift-backtrace=/usr/libexec/oriel/swift-backtrace-static

USER 10001:10001
# The demo database is in data/ below the working directory.
WORKDIR /data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=4s --start-period=10s CMD ["oriel", "health"]
ENTRYPOINT ["oriel"]
CMD ["serve", "--demo", "--host", "0.0.0.0", "--allow-remote", "--port", "8080", "--config", "/etc/oriel/oriel.yaml"]
