/// The words of the demo's names. Any resemblance to real names is unintended.
enum DemoWords {
    static let adjectives = words(
        """
        Amber Ancient Blue Borrowed Bright Broken Burning Careless Copper Crooked Crystal Distant Drowsy Electric \
        Empty Endless Faded Feral Foreign Frozen Gentle Gilded Golden Hidden Hollow Honest Hungry Indigo Invisible \
        Iron Ivory Jealous Kind Last Lonesome Lost Lucky Marble Midnight Modern Naïve Neon Northern Obsidian Open \
        Paper Patient Pale Quiet Reckless Restless Rusty Sacred Scarlet Second Secret Silent Silver Slow Small Solar \
        Southern Stolen Strange Sudden Sunlit Tender Thirsty Tidal Tin Twisted Uneven Velvet Violet Wandering Western \
        Wild Winter Wooden Young
        """)

    static let nouns = words(
        """
        Acrobat Almanac Anchor Antenna Apricot Arcade Astronaut Atlas Avenue Balcony Ballroom Bandit Beacon Bicycle \
        Bonfire Bridge Cabaret Café Carousel Cathedral Chandelier Chimney Circus Cloud Comet Compass Corridor Coyote \
        Daughter Desert Diamond Dragonfly Echo Elevator Embassy Engine Envelope Feather Ferry Firefly Fountain Fox \
        Garden Ghost Glacier Harbor Heron Horizon Island Jackdaw Juniper Kaleidoscope Kite Lantern Library Lighthouse \
        Lily Machine Magnet Mapmaker Meadow Mirror Monsoon Moth Museum Notebook Oasis Orbit Orchard Orchid Owl Palace \
        Parade Passenger Pendulum Piano Pilot Planet Postcard Prairie Radio Railway River Rooftop Sailor Satellite \
        Shadow Signal Sparrow Staircase Station Stranger Summer Swan Tailor Telegram Telescope Theatre Thunder Tiger \
        Umbrella Valley Violin Voyage Watchmaker Whale Window Wolf
        """)

    static let places = [
        "Athens", "Αθήνα", "Bergen", "Bogotá", "Brno", "Cádiz", "Calgary", "Córdoba", "Dakar", "Dresden",
        "Dublin", "Évora", "Galway", "Genoa", "Göteborg", "Hanoi", "Havana", "Helsinki", "Kraków", "Kyiv",
        "Kyōto", "Lagos", "Lisbon", "Łódź", "Malmö", "Marseille", "Mérida", "Montréal", "Nairobi", "Naples",
        "Odesa", "Oaxaca", "Poznań", "Québec", "Reykjavík", "Riga", "San José", "São Paulo", "Šibenik",
        "Tallinn", "Tbilisi", "Tromsø", "Valparaíso", "Vilnius", "Xalapa", "Zanzibar", "Zürich", "Ålesund",
        "Ñuñoa", "東京",
    ]

    static let firstNames = words(
        """
        Ada Adèle Aino Amara Anaïs Anders Aoife Asha Beatriz Björn Camila Chiara Chloé Dafydd Daria Diego Dmitri Eira \
        Elif Emeka Esther Farid Fatou Femi Freya Gaël Hana Håkon Hugo Imani Inês Ivana Jamal Joaquín Jürgen Kaito Kofi \
        Lena Leïla Łukasz Mads Maeve Malik Marit Mei Milo Nadia Nia Noor Núria Oksana Olu Ömer Paloma Petra Quentin \
        Rafael Rosa Ruth Samir Sanne Siân Søren Tariq Tomás Uma Valeria Wanda Yara Yūki Zoë Žofie
        """)

    static let lastNames = words(
        """
        Abara Achterberg Aguilar Almeida Ångman Baptiste Bianchi Brânză Castellanos Čapková Dahlström Diallo Dvořan \
        Eklund Fairweather Fontaine Furukawa Galloway Głowacki Grünewald Haddad Hartigan Horváth Ibarra Iyer Jarvela \
        Jóhannsdóttir Kaplan Kovačić Kurosawa Lachance Lindqvist Løvås Marchetti Mbeki Moreau Münch Nakagawa Núñez Obi \
        Okafor Oyelaran Pálsson Peçanha Quispe Rasmussen Ribeiro Saarinen Santoro Şahin Silverthorn Sørlie Tanaka \
        Thibault Tremblay Uribe Vaszary Villanueva Whitlock Wójcik Xu Yıldız Zamora Ziółkowska
        """)

    /// Transitive verbs.
    static let verbs = words(
        """
        Answer Borrow Break Build Bury Call Carry Catch Chase Cross Follow Forget Free Hide Hold Keep Leave Lift Love \
        Meet Miss Move Open Paint Praise Read Remember Return Sail Save Send Teach Tell Trust Turn Wake
        """)

    static let endings = [
        "Again", "Alone", "Anyway", "Away", "Home", "Slowly", "Tonight", "Together", "Tomorrow", "Twice",
    ]

    static let genres = [
        "Afrobeat", "Ambient", "Baroque", "Blues", "Bossa Nova", "Chamber Pop", "Chanson", "Choral", "Country",
        "Cumbia", "Disco", "Dub", "Electronic", "Fado", "Folk", "Funk", "Highlife", "Hip-Hop", "House",
        "Indie Rock", "Jazz", "Klezmer", "Metal", "Minimalism", "Post-Rock", "R&B", "Reggae", "Rembetika",
        "Samba", "Shoegaze", "Ska", "Soul", "Soundtrack", "Synth-Pop", "Techno", "Zydeco",
    ]

    static let countries = [
        "Argentina", "Australia", "Brazil", "Canada", "Colombia", "Côte d’Ivoire", "Czechia", "Denmark",
        "Finland", "France", "Germany", "Ghana", "Greece", "Iceland", "India", "Ireland", "Italy", "Japan",
        "Kenya", "Mexico", "Netherlands", "Nigeria", "Norway", "Poland", "Portugal", "Senegal", "South Korea",
        "Spain", "Sweden", "Türkiye", "Ukraine", "United Kingdom", "United States",
    ]

    static let moods = [
        "Morning Coffee", "Long Drive", "Rainy Day", "Deep Focus", "Late Night", "Sunday Cooking", "Running",
        "Train Window", "Garden Party", "Unpacking Boxes", "Quiet Reading", "Old Favourites", "New Arrivals",
        "Dinner for Two", "Spring Cleaning", "Fika", "Siesta", "Headphones Only", "Rooftop Summer",
        "First Snow", "Campfire", "Workshop", "Café Corner", "Slow Waking", "Guitars", "Strings", "Voices",
        "No Words", "Seven Minutes and More", "Under Three Minutes",
    ]

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
