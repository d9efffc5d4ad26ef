// The list is small: it is loaded again when a run has changed. The first event only says that the stream is open.
let first = true;
new EventSource("events").addEventListener("change", () => {
  if (!first) location.reload();
  first = false;
});
