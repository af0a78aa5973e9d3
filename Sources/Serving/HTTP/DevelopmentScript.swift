/// The script that pages load under `oriel dev`. It shows why a build has failed, and loads changed assets again.
enum DevelopmentScript {
    static let path = "/-/dev.js"
    /// The end of each page.
    static let tag = "<script src=\"\(path)\"></script>\n"

    static let text = """
        (() => {
          document.currentScript.remove();
          let source, seen, box;
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(`
            :host { inset: 0; width: auto; height: auto; margin: 1rem; padding: 1.5rem; overflow: auto;
              border: 4px solid #c00; color: #eee; background: #222; font: 1rem/1.5 system-ui, sans-serif; }
            h1 { margin: 0 6rem 1rem 0; font-size: 1.5rem; }
            h2 { margin: 1rem 0 0; font: bold 1rem ui-monospace, monospace; color: #f99; }
            pre { margin: 0; font: 1rem/1.5 ui-monospace, monospace; white-space: pre-wrap; }
            button { position: fixed; top: 2.5rem; right: 3rem; font: inherit; padding: .25rem 1rem; }`);

          /* Shows a report over the page, in the place of the last one. */
          function show(report) {
            box?.remove();
            box = report && document.createElement('oriel-dev');
            if (!box) return;
            const root = box.attachShadow({ mode: 'open' });
            root.adoptedStyleSheets = [sheet];
            const add = (tag, textContent) =>
              root.appendChild(Object.assign(document.createElement(tag), { textContent }));
            add('button', 'Hide').onclick = () => show();
            add('h1', report.title);
            for (const { title, text } of report.faults) {
              add('h2', title);
              add('pre', text);
            }
            Object.assign(box, { popover: 'manual', role: 'alert' });
            document.documentElement.append(box);
            box.showPopover();
          }

          /* Exchanges changed style sheets. Any other change loads the page again. */
          function refresh({ assets, changed }) {
            const links = [...document.querySelectorAll('link[rel=stylesheet]')];
            const found = changed.map(path => links.filter(({ href }) => new URL(href).pathname === path).pop());
            if (assets !== seen + 1 || found.includes(undefined)) return location.reload();
            for (const link of found) {
              const next = link.cloneNode();
              next.href = `${link.href.split('?')[0]}?${assets}`;
              next.onload = () => link.remove();
              link.after(next);
            }
          }

          function follow({ data }) {
            const state = JSON.parse(data);
            if (seen !== undefined && state.assets !== seen) refresh(state);
            seen = state.assets;
            show(state.report);
          }

          /* Pages in the background hold no connection, because a browser opens six to one server. */
          function listen() {
            source?.close();
            if (document.hidden) return;
            source = new EventSource('/-/dev');
            source.onmessage = follow;
          }
          document.addEventListener('visibilitychange', listen);
          listen();
        })();

        """
}
