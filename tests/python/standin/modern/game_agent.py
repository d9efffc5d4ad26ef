"""The stand-in's searching players: plain minimax, and alpha-beta by iterative deepening."""

INF = float("inf")


class SearchTimeout(Exception):
    pass


def custom_score(game, player):
    raise NotImplementedError


def custom_score_2(game, player):
    return float(len(game.get_legal_moves(player)))


class Searching:
    def __init__(self, search_depth=3, score_fn=custom_score, timeout=10.0):
        self.search_depth = search_depth
        self.score = score_fn
        self.time_left = None
        self.TIMER_THRESHOLD = timeout

    def check_time(self):
        if self.time_left() < self.TIMER_THRESHOLD:
            raise SearchTimeout()


class MinimaxPlayer(Searching):
    def get_move(self, game, time_left):
        self.time_left = time_left
        moves = game.get_legal_moves()
        try:
            return self.minimax(game, self.search_depth)
        except SearchTimeout:
            return moves[0] if moves else (-1, -1)

    def minimax(self, game, depth):
        self.check_time()
        best, value = (-1, -1), -INF
        for number, move in enumerate(game.get_legal_moves()):
            found = self.value(game.forecast_move(move), depth - 1, False)
            if number == 0 or found > value:
                best, value = move, found
        return best

    def value(self, game, depth, own):
        self.check_time()
        moves = game.get_legal_moves() if depth else []
        if not moves:
            return self.score(game, self)
        values = [self.value(game.forecast_move(move), depth - 1, not own) for move in moves]
        return max(values) if own else min(values)


class AlphaBetaPlayer(Searching):
    def get_move(self, game, time_left):
        self.time_left = time_left
        moves = game.get_legal_moves()
        best = moves[0] if moves else (-1, -1)
        try:
            for depth in range(1, len(game.get_blank_spaces()) + 1):
                best = self.alphabeta(game, depth)
        except SearchTimeout:
            pass
        return best

    def alphabeta(self, game, depth, alpha=-INF, beta=INF):
        self.check_time()
        best, value = (-1, -1), -INF
        for number, move in enumerate(game.get_legal_moves()):
            found = self.value(game.forecast_move(move), depth - 1, alpha, beta, False)
            if number == 0 or found > value:
                best, value = move, found
            alpha = max(alpha, value)
        return best

    def value(self, game, depth, alpha, beta, own):
        self.check_time()
        moves = game.get_legal_moves() if depth else []
        if not moves:
            return self.score(game, self)
        value = -INF if own else INF
        for move in moves:
            found = self.value(game.forecast_move(move), depth - 1, alpha, beta, not own)
            if own:
                value = max(value, found)
                if value >= beta:
                    return value
                alpha = max(alpha, value)
            else:
                value = min(value, found)
                if value <= alpha:
                    return value
                beta = min(beta, value)
        return value
