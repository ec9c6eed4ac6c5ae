// Small manners every page shares. All of it is an addition: links and forms work without it.

const typing = (target) => target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));

// One key for one act: an element with data-key="d" is pressed by d.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing(event.target)) return;
  const wanted = [...document.querySelectorAll("[data-key]")].find((each) => each.dataset.key === event.key && !each.disabled);
  if (!wanted) return;
  event.preventDefault();
  if (wanted.matches("input, textarea, select, summary")) wanted.focus();
  else wanted.click();
});

// Theme: the server draws the chosen one from a cookie, so nothing flashes.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-theme-toggle]");
  if (!button) return;
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  document.cookie = `formicaria_theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=strict`;
});

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button || !navigator.clipboard) return;
  navigator.clipboard.writeText(button.dataset.copy).then(() => {
    const said = button.textContent;
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = said), 1500);
  });
});

// A menu closes when something else is chosen.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.picker[open]")) if (!menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.picker[open]")) { menu.open = false; menu.querySelector("summary")?.focus(); }
});

// A form of filters is sent when one is changed; the button is for keyboards and for no script.
document.addEventListener("change", (event) => {
  const form = event.target.closest?.("form[data-autosubmit]");
  if (form) form.requestSubmit();
});

// Whatever is marked is brought into view.
const show = (root) => {
  const here = root.querySelector?.("[data-here]");
  const box = here?.getBoundingClientRect();
  if (box && (box.top < 80 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth)) here.scrollIntoView({ block: "center" });
};
if (!location.hash) show(document);
document.addEventListener("htmx:afterSwap", (event) => show(event.target));

// Dropped folders keep their names: files and folders are walked, then sent by the page's own form.
const entriesOf = async (entry, prefix, found) => {
  if (entry.isFile) {
    const file = await new Promise((good, bad) => entry.file(good, bad));
    found.push([prefix + file.name, file]);
  } else if (entry.isDirectory) {
    const reader = entry.createReader();
    for (let batch = await next(reader); batch.length; batch = await next(reader))
      for (const each of batch) await entriesOf(each, `${prefix}${entry.name}/`, found);
  }
};
const next = (reader) => new Promise((good, bad) => reader.readEntries(good, bad));

const send = (form, files) => {
  const said = form.querySelector("[data-said]");
  const body = new FormData();
  body.append("csrf", form.elements.csrf.value);
  let hidden = 0;
  for (const [name, file] of files) {
    if (name.split("/").some((part) => part.startsWith("."))) { hidden += 1; continue; }
    body.append("files", file, file.name);
    body.append("paths", name);
  }
  if (!body.has("files")) { said.textContent = "There was no file in what was dropped."; return; }
  const bar = form.querySelector("progress");
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.setRequestHeader("HX-Request", "true");
  request.upload.addEventListener("progress", (event) => {
    if (!event.lengthComputable) return;
    bar.hidden = false;
    bar.max = event.total;
    bar.value = event.loaded;
    said.textContent = event.loaded < event.total ? "Sending…" : "Sent. Keeping them safe…";
  });
  request.addEventListener("load", () => {
    const where = request.getResponseHeader("HX-Redirect");
    if (where) location.assign(where);
    else { bar.hidden = true; said.innerHTML = request.responseText; }
  });
  request.addEventListener("error", () => { bar.hidden = true; said.textContent = "The service did not answer. Nothing was lost: try again."; });
  said.textContent = hidden ? `Sending… ${hidden} hidden files are left out.` : "Sending…";
  request.send(body);
};

for (const form of document.querySelectorAll("form[data-drop]")) {
  const zone = form.querySelector(".drop");
  form.addEventListener("dragover", (event) => { event.preventDefault(); zone.classList.add("over"); });
  form.addEventListener("dragleave", (event) => { if (!form.contains(event.relatedTarget)) zone.classList.remove("over"); });
  form.addEventListener("drop", async (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    const found = [];
    const plain = [...event.dataTransfer.files].map((file) => [file.name, file]);
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    for (const entry of entries) await entriesOf(entry, "", found);
    send(form, entries.length ? found : plain);
  });
  for (const input of form.querySelectorAll('input[type="file"]'))
    input.addEventListener("change", () => send(form, [...input.files].map((file) => [file.webkitRelativePath || file.name, file])));
}
