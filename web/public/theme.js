// Sets the chosen theme before the first paint. In its own file, because the page allows no inline scripts.
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Without local storage, the theme follows the system.
  }
})();
