/// The files that deploy a new app: in a container, or under systemd.
struct AppDeployment {
    /// The name of the executable.
    let app: String
    /// The name of the service.
    let service: String
    /// The name for people.
    let words: String
    let oriel: OrielPackage

    /// The files, by their paths in the app's folder.
    var files: [(path: String, text: String)] {
        [
            ("Dockerfile", dockerfile), (".dockerignore", "*\n!Package.*\n!Sources\n!Tests\n!access.yaml\n!texts\n"),
            ("compose.yaml", compose), ("\(app).service", unit),
        ]
    }

    /// The folder of Oriel in the image that builds the app.
    private var sources: String { oriel.isLocal ? oriel.place : "/app/.build/checkouts/\(oriel.identity)" }

    private var dockerfile: String {
        let copy = oriel.isLocal ? "COPY --from=oriel . \(oriel.place)\n" : ""
        let context = oriel.isLocal ? " --build-context oriel=\(oriel.place)" : ""
        return """
            # Builds the app in one image, and runs it in another without the toolchain.
            #   docker build --tag \(service)\(context) .
            #   docker run --publish 127.0.0.1:8080:8080 --volume \(service):/data \(service)

            FROM swift:6.3-bookworm AS builder
            RUN apt-get update -qq \\
                && apt-get install -y -qq --no-install-recommends libmicrohttpd-dev libgnutls28-dev libjansson-dev \\
                    libsqlite3-dev zlib1g-dev libcrypt-dev libcurl4-gnutls-dev libpq-dev libqrencode-dev pkg-config
            WORKDIR /app
            \(copy)COPY Package.* ./
            RUN swift package resolve
            COPY . .
            RUN swift build --configuration release --static-swift-stdlib --product \(app) \\
                && install -D .build/release/\(app) /out/bin/\(app) && strip --strip-debug /out/bin/\(app) \\
                && install -d /out/share/oriel && cp --recursive \(sources)/public /out/share/oriel/public
            # What the app reads beside its sources: rules and texts, if it has any.
            RUN install -d /out/share/\(service) && for part in access.yaml texts; do \\
                    [ ! -e $part ] || cp --recursive $part /out/share/\(service)/; done

            FROM debian:bookworm-slim
            RUN apt-get update -qq \\
                && apt-get install -y -qq --no-install-recommends libmicrohttpd12 libgnutls30 libjansson4 \\
                    libsqlite3-0 zlib1g libcrypt1 libcurl3-gnutls libpq5 libqrencode4 ca-certificates \\
                && rm -rf /var/lib/apt/lists/* \\
                && useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin app \\
                && install -d -o app -g app /data
            COPY --from=builder /out /usr/local

            USER 10001:10001
            WORKDIR /usr/local/share/\(service)
            VOLUME /data
            ENV DATA=/data
            EXPOSE 8080
            STOPSIGNAL SIGTERM
            ENTRYPOINT ["\(app)"]
            CMD ["--host", "0.0.0.0", "--allow-remote", "--port", "8080"]

            """
    }

    private var compose: String {
        let build =
            oriel.isLocal
            ? "\n      context: .\n      additional_contexts:\n        oriel: \(oriel.place)" : " ."
        return """
            services:
              \(service):
                build:\(build)
                ports: ["127.0.0.1:8080:8080"]
                volumes: ["data:/data"]
                tmpfs: /tmp
                read_only: true
                cap_drop: [ALL]
                security_opt: ["no-new-privileges:true"]
                restart: unless-stopped

            volumes:
              data:

            """
    }

    private var unit: String {
        """
        # Save this file as /etc/systemd/system/\(app).service.
        [Unit]
        Description=\(words)
        After=network.target
        StartLimitIntervalSec=0

        [Service]
        Type=notify
        ExecStart=/usr/local/bin/\(app)
        Environment=DATA=/var/lib/\(service)
        KillMode=mixed
        TimeoutStopSec=30
        WatchdogSec=30
        Restart=on-failure
        RestartSec=1
        Environment=SWIFT_BACKTRACE=enable=yes,threads=crashed,color=no
        DynamicUser=yes
        StateDirectory=\(service)
        # access.yaml and texts, if the app has any, are here.
        WorkingDirectory=-/usr/local/share/\(service)
        LimitNOFILE=65536
        NoNewPrivileges=yes
        ProtectSystem=strict
        ProtectHome=yes
        PrivateTmp=yes

        [Install]
        WantedBy=multi-user.target

        """
    }
}
