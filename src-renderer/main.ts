import './interpreted-schemas';
import './styles/main.css';
import icons from '@nuxt/ui/runtime/vue/plugins/icons.js';
import { createPinia } from 'pinia';
import { createApp } from 'vue';
import App from './App.vue';
import { router } from './router';
import { useStationStore } from './stores/station';

const pinia = createPinia();
void useStationStore(pinia).start();
createApp(App).use(pinia).use(router).use(icons).mount('#app');
