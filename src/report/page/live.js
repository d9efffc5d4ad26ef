// A page that a server keeps up to date: an event says that the run has moved on, and the data are fetched again.

function follow(update) {
  const pill = document.getElementById("live");
  pill.hidden = false;
  const state = (text, lost) => {
    pill.textContent = text;
    pill.className = "pill " + (lost ? "lost" : "running");
  };
  let busy = false;
  let again = false;
  async function fetchData() {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    try {
      const answer = await fetch("data.json", { cache: "no-store" });
      if (!answer.ok) throw new Error(String(answer.status));
      update(await answer.json());
      state("live, " + new Date().toLocaleTimeString(), false);
    } catch {
      state("no answer, trying again", true);
    }
    busy = false;
    if (again) {
      again = false;
      fetchData();
    }
  }
  state("connecting", false);
  const events = new EventSource("events");
  events.addEventListener("change", fetchData);
  events.addEventListener("error", () => state("connection lost, trying again", true));
  events.addEventListener("open", () => state("live", false));
}
